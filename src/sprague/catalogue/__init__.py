"""The catalogue of take-and-break games: which codes are equivalent, which are periodic, and which are open.

>>> from sprague.catalogue.query import query
>>> [row["code"] for row in query("period = 34 and shift = 0")]
['0.137', '0.17']
"""

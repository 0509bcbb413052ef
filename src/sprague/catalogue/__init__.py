"""The catalogue of take-and-break games: which are one game, which are periodic, which are open.

>>> from sprague.catalogue.query import query
>>> [row["code"] for row in query("period = 34 and shift = 0")]
['0.137', '0.17']
"""

"""Sprague as tools for language models, over the Model Context Protocol (extra ``[mcp]``): ``sprague mcp``."""

"""Sentences and how they are said: messages, languages, errors, digits."""

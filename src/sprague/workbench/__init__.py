"""The workbench: the one package that knows all games and engines, with the objects that users work with."""

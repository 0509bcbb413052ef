"""The web face: a JSON API and the page that plays games, gives hints and explains. Needs the extra [web]."""

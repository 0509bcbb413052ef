"""The web face: a JSON API and the page that plays, hints and explains. Needs the extra [web]."""

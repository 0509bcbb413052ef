"""``python -m sprague``: the command line."""

from sprague.cli import main

if __name__ == "__main__":
    main()

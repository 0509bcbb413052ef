"""``sprague completion``."""

from __future__ import annotations

import click

from .common import command


@command(
    "completion",
    """
    echo 'eval "$(sprague completion bash)"' >> ~/.bashrc
    echo 'eval "$(sprague completion zsh)"' >> ~/.zshrc
    sprague completion fish > ~/.config/fish/completions/sprague.fish
    """,
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script for completion in your shell.

    With it, bash, zsh or fish complete the commands and options of sprague.
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(
        kind(click.get_current_context().find_root().command, {}, "sprague", "_SPRAGUE_COMPLETE").source()
    )

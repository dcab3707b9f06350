"""The shells' completion scripts: `gm completion`."""

import os

import click

import gmtool
from gmtool.cli.output import Output
from gmtool.document.store import read

SCRIPTS = {"bash": "gm.bash", "zsh": "_gm", "fish": "gm.fish"}


@click.command()
@click.argument("shell", type=click.Choice(list(SCRIPTS)))
@click.pass_obj
def completion(output: Output, shell: str) -> None:
    """Print the script that completes commands, names and values in SHELL.

    \b
    gm completion bash > ~/.local/share/bash-completion/completions/gm
    gm completion zsh > ~/.zfunc/_gm            a folder of $fpath, before compinit
    gm completion fish > ~/.config/fish/completions/gm.fish
    """  # noqa: D301 - \b keeps click from wrapping the examples
    output.raw = read(os.path.join(_folder(), SCRIPTS[shell]))


def _folder() -> str:
    """Where the scripts are: in the installed package, or beside it in a checkout."""
    package = os.path.dirname(gmtool.__file__)
    installed = os.path.join(package, "completions")
    return installed if os.path.isdir(installed) else os.path.join(os.path.dirname(package), "completions")

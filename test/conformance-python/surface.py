"""What the installed official clients offer: the public calls of their classes, as who uses them writes them.

`python surface.py` prints them as JSON, which test/conformance-python/surface.json keeps.
"""

import inspect
import json
from functools import cache
from importlib.metadata import version
from typing import Any, Iterator, NamedTuple

import e2b
import e2b_code_interpreter
from e2b.sandbox_async.commands.command import Commands as AsyncCommands
from e2b.sandbox_async.commands.pty import Pty as AsyncPty
from e2b.sandbox_async.filesystem.filesystem import Filesystem as AsyncFilesystem
from e2b.sandbox_async.git import Git as AsyncGit
from e2b.sandbox_sync.commands.command import Commands
from e2b.sandbox_sync.commands.pty import Pty
from e2b.sandbox_sync.filesystem.filesystem import Filesystem
from e2b.template.main import TemplateBuilder


class Watched(NamedTuple):
    """A class whose calls have a row: what stands before its static members, and before those of an instance."""

    client: str
    of_class: str
    of_instance: str
    classes: dict[str, type]
    own_only: bool = False


def _both(client: str, of_class: str, of_instance: str, sync: type, asynchronous: type, own_only: bool = False):
    return Watched(client, of_class, of_instance, {"sync": sync, "async": asynchronous}, own_only)


watched = [
    _both("e2b", "Sandbox", "sandbox", e2b.Sandbox, e2b.AsyncSandbox),
    _both("e2b", "Filesystem", "sandbox.files", Filesystem, AsyncFilesystem),
    _both("e2b", "Commands", "sandbox.commands", Commands, AsyncCommands),
    _both("e2b", "Pty", "sandbox.pty", Pty, AsyncPty),
    _both("e2b", "CommandHandle", "command_handle", e2b.CommandHandle, e2b.AsyncCommandHandle),
    Watched("e2b", "InputHandle", "input_handle", {"async": e2b.AsyncCommandInputHandle}),
    _both("e2b", "WatchHandle", "watch_handle", e2b.WatchHandle, e2b.AsyncWatchHandle),
    _both("e2b", "Git", "sandbox.git", e2b.Git, AsyncGit),
    _both("e2b", "SandboxPaginator", "sandbox_paginator", e2b.SandboxPaginator, e2b.AsyncSandboxPaginator),
    _both("e2b", "SnapshotPaginator", "snapshot_paginator", e2b.SnapshotPaginator, e2b.AsyncSnapshotPaginator),
    _both("e2b", "SecretPaginator", "secret_paginator", e2b.SecretPaginator, e2b.AsyncSecretPaginator),
    _both("e2b", "Template", "template", e2b.Template, e2b.AsyncTemplate),
    # One class of builders for both.
    Watched("e2b", "Template", "template", {"both": TemplateBuilder}),
    _both("e2b", "Secret", "secret", e2b.Secret, e2b.AsyncSecret),
    _both("e2b", "Volume", "volume", e2b.Volume, e2b.AsyncVolume),
    _both(
        "e2b-code-interpreter",
        "Sandbox",
        "sandbox",
        e2b_code_interpreter.Sandbox,
        e2b_code_interpreter.AsyncSandbox,
        own_only=True,
    ),
]

# Public classes that hold settings or results and never ask the service anything.
silent = {
    *("ApiClient", "ConnectionConfig", "VolumeConnectionConfig", "E2B", "EntryInfo", "WriteInfo", "ReadyCmd"),
    # What Template and AsyncTemplate inherit from.
    "TemplateBase",
    # Of the code interpreter's client.
    *("Context", "Execution", "ExecutionError", "Logs", "Result"),
}


def members(each: Watched, owner: type) -> Iterator[tuple[str, Any, list[str]]]:
    """Each public call of a class: its name, what the class has under it, and how it is written."""
    for name in sorted(vars(owner) if each.own_only else dir(owner)):
        found = inspect.getattr_static(owner, name)
        if name.startswith("_"):
            continue
        if isinstance(found, (staticmethod, classmethod)):
            yield name, found, [f"{each.of_class}.{name}"]
        elif inspect.isfunction(found):
            yield name, found, [f"{each.of_instance}.{name}"]
        elif type(found).__name__ in ("class_method_variant", "DualMethod"):
            yield name, found, [f"{each.of_class}.{name}", f"{each.of_instance}.{name}"]


@cache
def read_surface() -> list[dict[str, Any]]:
    """Of each client its version, and of each call the forms that there are: sync, async, or one for both."""
    calls: dict[str, dict[str, str]] = {}
    for each in watched:
        of_client = calls.setdefault(each.client, {})
        for flavour, owner in each.classes.items():
            for _, _, written in members(each, owner):
                for call in written:
                    known = of_client.get(call, "").split()
                    of_client[call] = " ".join(known if flavour in known else [*known, flavour])
    return [{"client": name, "version": version(name), "calls": found} for name, found in calls.items()]


def overlooked() -> list[str]:
    """Public classes that have calls of their own and no row."""
    known = {owner for each in watched for owner in each.classes.values()}
    return [
        name
        for module in (e2b, e2b_code_interpreter)
        for name in sorted(dir(module))
        if inspect.isclass(owner := getattr(module, name))
        and owner.__module__.startswith("e2b")
        and not issubclass(owner, (Exception, dict, str))
        and owner not in known
        and name not in silent
        and any(not member.startswith("_") and callable(getattr(owner, member)) for member in vars(owner))
    ]


if __name__ == "__main__":
    print(json.dumps(read_surface(), indent=2))

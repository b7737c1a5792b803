"""Watched directories."""

import asyncio

import e2b
import pytest
from conftest import done


async def _events(client, sandbox, directory, change, **options):
    """What is told of a directory until its file `last` is made."""
    seen: list[e2b.FilesystemEvent] = []
    if client.is_async:
        handle = await sandbox.files.watch_dir(directory, seen.append, **options)
    else:
        handle = sandbox.files.watch_dir(directory, **options)
    await change()
    await done(sandbox.files.write(f"{directory}/last", ""))
    while not any(each.name == "last" for each in seen):
        seen += [] if client.is_async else handle.get_new_events()
        await asyncio.sleep(0.05)
    await done(handle.stop())
    return [(each.type.value, each.name) for each in seen if each.name != "last"]


async def test_tells_of_a_file_that_is_made_renamed_and_removed(client, sandbox):
    await done(sandbox.files.make_dir("watched"))

    async def change():
        await done(sandbox.commands.run("cd watched && touch a && mv a b && rm b"))

    events = await _events(client, sandbox, "watched", change)
    expected = [("create", "a"), ("rename", "a"), ("create", "b"), ("remove", "b")]
    assert [event for event in events if event in expected] == expected


async def test_tells_of_what_lies_deeper_if_asked(client, sandbox):
    await done(sandbox.files.make_dir("watched-deep/below"))

    async def change():
        await done(sandbox.files.write("watched-deep/below/file", "x"))

    assert ("create", "below/file") in await _events(client, sandbox, "watched-deep", change, recursive=True)


async def test_of_what_is_missing_is_not_found(client, sandbox):
    arguments = ["/nowhere", lambda _: None] if client.is_async else ["/nowhere"]
    with pytest.raises(e2b.FileNotFoundException):
        await done(sandbox.files.watch_dir(*arguments))

"""Pause and resume, forks and snapshots."""

import e2b
import pytest
from conftest import done


async def _with_memory(create, text: str):
    """A sandbox with something that only its memory holds."""
    sandbox = await create("base")
    await done(sandbox.commands.run(f"echo {text} > /dev/shm/note"))
    return sandbox


async def _note(sandbox) -> str:
    return (await done(sandbox.commands.run("cat /dev/shm/note"))).stdout.strip()


async def test_keeps_its_memory(client, create):
    sandbox = await _with_memory(create, "kept")
    assert await done(sandbox.pause())
    assert (await done(sandbox.get_info())).state == e2b.SandboxState.PAUSED
    assert not await done(client.Sandbox.pause(sandbox.sandbox_id))
    query = e2b.SandboxQuery(state=[e2b.SandboxState.PAUSED])
    found = await done(client.Sandbox.list(query=query, limit=100).next_items())
    assert sandbox.sandbox_id in [each.sandbox_id for each in found]
    resumed = await done(client.Sandbox.connect(sandbox.sandbox_id))
    assert await _note(resumed) == "kept"
    assert await done(sandbox.beta_pause())
    await done(sandbox.connect())
    assert await _note(sandbox) == "kept"


async def test_by_its_id_and_with_its_files_only(client, create):
    sandbox = await _with_memory(create, "lost")
    await done(sandbox.files.write("kept", "kept"))
    assert await done(client.Sandbox.beta_pause(sandbox.sandbox_id, mode="filesystem"))
    await done(sandbox.connect())
    assert await done(sandbox.files.read("kept")) == "kept"
    assert not await done(sandbox.files.exists("/dev/shm/note"))


async def test_is_forked_into_copies_with_its_memory(client, create):
    sandbox = await _with_memory(create, "common")
    copies = [*await done(sandbox.fork(count=2)), *await done(client.Sandbox.fork(sandbox.sandbox_id))]
    try:
        assert len({each.sandbox_id for each in copies} | {sandbox.sandbox_id}) == 4
        for copy in copies:
            assert await _note(copy) == "common"
    finally:
        for copy in copies:
            await done(copy.kill())


async def test_is_the_source_of_snapshots(client, create, unique):
    sandbox = await _with_memory(create, "captured")
    snapshot = await done(sandbox.create_snapshot())
    named = await done(client.Sandbox.create_snapshot(sandbox.sandbox_id, name=f"snapshot-{unique}"))
    assert any(f"snapshot-{unique}" in name for name in named.names)
    other = await create(snapshot.snapshot_id)
    assert await _note(other) == "captured"
    # Nobody deletes what a sandbox was made from.
    await done(other.kill())
    own = await done(sandbox.list_snapshots().next_items())
    assert {each.snapshot_id for each in own} == {snapshot.snapshot_id, named.snapshot_id}
    pages = client.Sandbox.list_snapshots(limit=1)
    assert len(await done(pages.next_items())) == 1 and pages.has_next
    for each in own:
        assert await done(client.Sandbox.delete_snapshot(each.snapshot_id))
    assert not await done(client.Sandbox.delete_snapshot(snapshot.snapshot_id))


async def test_that_is_killed_cannot_be_resumed(client, create):
    sandbox = await create("base")
    await done(sandbox.pause())
    assert await done(client.Sandbox.kill(sandbox.sandbox_id))
    with pytest.raises(e2b.NotFoundException):
        await done(sandbox.connect())

"""Volumes and their content."""

import io

import e2b
import pytest
from conftest import done


@pytest.fixture
async def volume(client, unique):
    made = await done(client.Volume.create(f"volume-{unique}"))
    yield made
    await done(client.Volume.destroy(made.volume_id))


async def test_is_made_listed_connected_to_and_destroyed(client, unique):
    made = await done(client.Volume.create(f"own-{unique}"))
    assert (await done(client.Volume.get_info(made.volume_id))).name == made.name
    assert made.volume_id in [each.volume_id for each in await done(client.Volume.list())]
    connected = await done(client.Volume.connect(made.volume_id))
    assert await done(connected.list("/")) == []
    assert await done(client.Volume.destroy(made.volume_id))
    assert not await done(client.Volume.destroy(made.volume_id))
    with pytest.raises(e2b.VolumeNotFoundException):
        await done(client.Volume.get_info(made.volume_id))


async def test_has_files_and_directories(client, volume):
    assert (await done(volume.make_dir("/deep/below", force=True))).type == e2b.VolumeFileType.DIRECTORY
    await done(volume.write_file("/deep/text", "ü"))
    assert await done(volume.read_file("/deep/text")) == "ü"
    await done(volume.write_file("/deep/bytes", io.BytesIO(b"\x00\xff"), mode=0o640))
    assert bytes(await done(volume.read_file("/deep/bytes", format="bytes"))) == b"\x00\xff"
    stream = await done(volume.read_file("/deep/bytes", format="stream"))
    parts = [part async for part in stream] if hasattr(stream, "__aiter__") else list(stream)
    assert b"".join(parts) == b"\x00\xff"
    changed = await done(volume.update_metadata("/deep/text", uid=1000, gid=1001, mode=0o600))
    assert (changed.uid, changed.gid, changed.mode) == (1000, 1001, 0o600)
    assert (await done(volume.get_info("/deep/text"))).size == 2
    paths = [each.path for each in await done(volume.list("/deep"))]
    assert sorted(paths) == ["/deep/below", "/deep/bytes", "/deep/text"]
    await done(volume.remove("/deep"))
    assert not await done(volume.exists("/deep/text"))
    with pytest.raises(e2b.VolumePathNotFoundException):
        await done(volume.read_file("/deep/text"))


async def test_is_shared_by_sandboxes(create, volume):
    one = await create("base", volume_mounts={"/mnt/shared": volume})
    other = await create("base", volume_mounts={"/data": volume.name})
    await done(one.commands.run("echo from one > /mnt/shared/file"))
    assert await done(other.files.read("/data/file")) == "from one\n"
    assert await done(volume.read_file("/file")) == "from one\n"
    for sandbox in (one, other):
        await done(sandbox.kill())

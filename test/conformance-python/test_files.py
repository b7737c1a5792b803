"""Files and directories."""

import io

import e2b
import pytest
from conftest import done


async def test_is_written_and_read_in_each_form(sandbox):
    files = sandbox.files
    written = await done(files.write("forms/text", "ü"))
    assert (written.name, written.path) == ("text", "/home/user/forms/text")
    assert await done(files.read("forms/text")) == "ü"
    await done(files.write("forms/bytes", b"\x00\xff"))
    assert bytes(await done(files.read("forms/bytes", format="bytes"))) == b"\x00\xff"
    await done(files.write("forms/file", io.BytesIO(b"of a file"), gzip=True))
    stream = await done(files.read("forms/file", format="stream"))
    parts = [part async for part in stream] if hasattr(stream, "__aiter__") else list(stream)
    assert b"".join(parts) == b"of a file"


async def test_is_written_with_others_and_listed(sandbox):
    files = sandbox.files
    await done(files.write_files([{"path": "many/a", "data": "a"}, {"path": "many/deep/b", "data": b"b"}]))
    entries = await done(files.list("many", depth=2))
    assert sorted((each.path, each.type) for each in entries) == [
        ("/home/user/many/a", e2b.FileType.FILE),
        ("/home/user/many/deep", e2b.FileType.DIR),
        ("/home/user/many/deep/b", e2b.FileType.FILE),
    ]


async def test_is_moved_and_removed(sandbox):
    files = sandbox.files
    assert await done(files.make_dir("moved"))
    assert not await done(files.make_dir("moved"))
    await done(files.write("moved/one", "x"))
    assert (await done(files.rename("moved/one", "moved/two"))).path == "/home/user/moved/two"
    info = await done(files.get_info("moved/two"))
    assert (info.size, info.owner, info.type) == (1, "user", e2b.FileType.FILE)
    await done(files.remove("moved"))
    assert not await done(files.exists("moved/two"))


async def test_that_is_missing_is_not_found(sandbox):
    with pytest.raises(e2b.FileNotFoundException):
        await done(sandbox.files.read("/nowhere"))
    with pytest.raises(e2b.FileNotFoundException):
        await done(sandbox.files.list("/nowhere"))
    with pytest.raises(e2b.InvalidArgumentException):
        await done(sandbox.files.list("/etc/passwd"))


async def test_keeps_metadata(sandbox):
    written = await done(sandbox.files.write("with-metadata", "x", metadata={"origin": "test"}))
    assert written.metadata == {"origin": "test"}
    assert (await done(sandbox.files.get_info("with-metadata"))).metadata == {"origin": "test"}

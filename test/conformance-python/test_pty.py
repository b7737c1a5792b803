"""Terminals."""

import asyncio

import e2b
import pytest
from conftest import done

size = e2b.PtySize(rows=24, cols=80)


class Terminal:
    """A terminal, and what it has shown."""

    def __init__(self, client, sandbox):
        self.client, self.sandbox = client, sandbox
        self.shown = b""

    def _show(self, data: bytes) -> None:
        self.shown += data

    async def open(self, **options):
        if self.client.is_async:
            self.handle = await self.sandbox.pty.create(size, on_data=self._show, timeout=60, **options)
        else:
            self.handle = self.sandbox.pty.create(size, timeout=60, **options)
        return self

    async def follow(self, pid: int):
        if self.client.is_async:
            self.handle = await self.sandbox.pty.connect(pid, on_data=self._show)
        else:
            self.handle = self.sandbox.pty.connect(pid)
        return self

    async def shows(self, text: bytes) -> None:
        """The synchronous client reads only while somebody waits."""
        if self.client.is_async:
            while text not in self.shown:
                await asyncio.sleep(0.02)
            return
        for _, _, data in self.handle:
            self._show(data or b"")
            if text in self.shown:
                return


async def test_runs_a_shell_that_is_typed_into_and_resized(client, sandbox):
    terminal = await Terminal(client, sandbox).open(envs={"MINE": "value"}, cwd="/tmp")
    pid = terminal.handle.pid
    await done(sandbox.pty.resize(pid, e2b.PtySize(rows=30, cols=100)))
    await done(sandbox.pty.send_stdin(pid, b'echo "$MINE" $PWD $(stty size) | tr a-z A-Z\n'))
    await terminal.shows(b"VALUE /TMP 30 100")
    assert await done(sandbox.pty.kill(pid))
    with pytest.raises(e2b.CommandExitException):
        await done(terminal.handle.wait())
    assert not await done(sandbox.pty.kill(pid))


async def test_is_followed_by_another(client, sandbox):
    terminal = await Terminal(client, sandbox).open()
    pid = terminal.handle.pid
    await done(terminal.handle.disconnect())
    follower = await Terminal(client, sandbox).follow(pid)
    await done(sandbox.pty.send_stdin(pid, b"echo still-here | tr a-z A-Z\n"))
    await follower.shows(b"STILL-HERE")
    await done(sandbox.pty.kill(pid))


async def test_takes_a_stream_of_input(client, sandbox):
    terminal = await Terminal(client, sandbox).open()
    pid = terminal.handle.pid
    typed = [b"echo ", b"by a stream ", b"| tr a-z A-Z\n"]
    if client.is_async:
        stream = sandbox.pty.stream_input(pid)
        for each in typed:
            await stream.send(each)
        await stream.close()
    else:
        sandbox.pty.stream_input(pid, iter(typed))
    await terminal.shows(b"BY A STREAM")
    await done(sandbox.pty.kill(pid))


async def test_ends_with_its_shell(client, sandbox):
    terminal = await Terminal(client, sandbox).open()
    await done(sandbox.pty.send_stdin(terminal.handle.pid, b"exit 3\n"))
    with pytest.raises(e2b.CommandExitException) as ended:
        await done(terminal.handle.wait())
    assert ended.value.exit_code == 3

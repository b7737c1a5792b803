"""Commands: output, input, errors, and following what runs."""

import e2b
import pytest
from conftest import done


async def test_says_what_it_printed_and_how_it_ended(sandbox):
    seen: list[str] = []
    result = await done(
        sandbox.commands.run("echo out; echo err >&2", on_stdout=seen.append, on_stderr=seen.append, cwd="/tmp")
    )
    assert (result.stdout, result.stderr, result.exit_code) == ("out\n", "err\n", 0)
    assert sorted(seen) == ["err\n", "out\n"]


async def test_that_fails_raises_with_its_output(sandbox):
    with pytest.raises(e2b.CommandExitException) as failed:
        await done(sandbox.commands.run("echo partly; exit 3"))
    assert (failed.value.exit_code, failed.value.stdout) == (3, "partly\n")


async def test_runs_as_a_user_with_variables_of_its_own(sandbox):
    result = await done(sandbox.commands.run("id -un; echo $MINE", user="root", envs={"MINE": "value"}))
    assert result.stdout == "root\nvalue\n"


async def test_takes_input_by_its_pid_and_by_its_handle(sandbox):
    handle = await done(sandbox.commands.run("cat", background=True, stdin=True))
    await done(sandbox.commands.send_stdin(handle.pid, "one\n"))
    await done(handle.send_stdin("two\n"))
    await done(handle.close_stdin())
    assert (await done(handle.wait())).stdout == "one\ntwo\n"
    other = await done(sandbox.commands.run("wc -c", background=True, stdin=True))
    await done(sandbox.commands.send_stdin(other.pid, "four"))
    await done(sandbox.commands.close_stdin(other.pid))
    assert (await done(other.wait())).stdout == "4\n"


async def test_is_listed_followed_by_another_and_killed(sandbox):
    handle = await done(sandbox.commands.run("echo begun; sleep 600", background=True, timeout=0))
    assert handle.pid in [each.pid for each in await done(sandbox.commands.list())]
    follower = await done(sandbox.commands.connect(handle.pid))
    await done(handle.disconnect())
    assert await done(sandbox.commands.kill(handle.pid))
    with pytest.raises(e2b.CommandExitException):
        await done(follower.wait())
    assert not await done(sandbox.commands.kill(handle.pid))
    with pytest.raises(e2b.NotFoundException):
        await done(sandbox.commands.connect(999_999))


async def test_is_killed_by_its_handle(sandbox):
    handle = await done(sandbox.commands.run("sleep 600", background=True, timeout=0))
    assert await done(handle.kill())


async def test_that_takes_too_long_is_given_up(sandbox):
    with pytest.raises(e2b.TimeoutException):
        await done(sandbox.commands.run("sleep 60", timeout=0.5))


async def test_takes_a_stream_of_input_in_order(client, sandbox):
    handle = await done(sandbox.commands.run("cat", background=True, stdin=True))
    lines = [f"line {number}\n" for number in range(200)]
    if client.is_async:
        stream = sandbox.commands.stream_input(handle.pid)
        for line in lines:
            await stream.send(line)
        await stream.close()
    else:
        sandbox.commands.stream_input(handle.pid, iter(lines))
    await done(handle.close_stdin())
    assert (await done(handle.wait())).stdout == "".join(lines)

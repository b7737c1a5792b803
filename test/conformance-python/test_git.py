"""git in a sandbox: one history, told in order."""

import e2b
import pytest
from conftest import done

origin = "/home/user/origin.git"
work = "/home/user/work tree"


async def test_has_a_history(sandbox):
    git = sandbox.git
    await done(git.configure_user("Ada", "ada@example.com"))
    assert await done(git.get_config("user.name")) == "Ada"
    await done(git.init(origin, bare=True, initial_branch="main"))
    await done(git.init(work, initial_branch="main"))
    await done(sandbox.files.write(f"{work}/a.txt", "a\n"))
    assert not (await done(git.status(work))).is_clean
    await done(git.add(work))
    await done(git.commit(work, 'first: it\'s "quoted"'))
    assert (await done(git.status(work))).is_clean
    await done(git.remote_add(work, "origin", f"file://{origin}"))
    assert await done(git.remote_get(work, "origin")) == f"file://{origin}"
    await done(git.push(work, remote="origin", branch="main"))
    assert (await done(git.status(work))).upstream == "origin/main"
    await done(git.clone(f"file://{origin}", "/home/user/copy", depth=1))
    await done(sandbox.files.write(f"{work}/a.txt", "changed\n"))
    await done(git.add(work))
    await done(git.commit(work, "second", author_name="Grace", author_email="grace@example.com"))
    await done(git.push(work))
    await done(git.pull("/home/user/copy"))
    assert await done(sandbox.files.read("/home/user/copy/a.txt")) == "changed\n"


async def test_has_branches(sandbox):
    git = sandbox.git
    await done(git.create_branch(work, "topic"))
    branches = await done(git.branches(work))
    assert (branches.current_branch, branches.branches) == ("topic", ["main", "topic"])
    await done(git.checkout_branch(work, "main"))
    await done(git.delete_branch(work, "topic"))
    assert (await done(git.branches(work))).branches == ["main"]


async def test_takes_changes_back(sandbox):
    git = sandbox.git
    await done(sandbox.files.write(f"{work}/a.txt", "unwanted\n"))
    await done(git.add(work))
    await done(git.reset(work, mode="mixed", target="HEAD"))
    assert (await done(git.status(work))).staged_count == 0
    await done(git.restore(work, ["a.txt"]))
    assert await done(sandbox.files.read(f"{work}/a.txt")) == "changed\n"


async def test_has_settings_and_keeps_a_password_for_its_host(sandbox):
    git = sandbox.git
    await done(git.set_config("pull.rebase", "true", scope="local", path=work))
    assert await done(git.get_config("pull.rebase", scope="local", path=work)) == "true"
    assert await done(git.get_config("pull.rebase")) is None
    await done(git.dangerously_authenticate("ada", "hunter2", host="git.example.com"))
    ask = "printf 'protocol=https\\nhost=git.example.com\\n\\n' | git credential fill"
    assert "username=ada\npassword=hunter2\n" in (await done(sandbox.commands.run(ask))).stdout


async def test_fails_as_git_fails(sandbox):
    with pytest.raises(e2b.CommandExitException) as failed:
        await done(sandbox.git.status("/home/user"))
    assert failed.value.exit_code == 128

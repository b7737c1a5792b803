"""What kernels of all languages have: whose they are, where they work, and what they are asked for.

The server is root, so that nothing that a cell does as the user ends it, and a kernel can work in any directory. A kernel is
the user's wherever the user may enter its directory, and root's elsewhere: in a directory that its own process may not enter
it could open nothing. The user may become root by `sudo` in any case; the sandbox is what holds both.
"""

import asyncio
import os
import pwd
import signal

USER = pwd.getpwnam("user")
ROOT = pwd.getpwuid(0)
HOME = USER.pw_dir

START_SECONDS_MAX = 60
# Between two looks whether the kernel lives and somebody still listens.
LOOK_SECONDS = 1


class KernelDied(Exception):
    """The process of a kernel has ended, and with it what its cells knew."""


def died(exit_code):
    """`exit_code` is that of the process, negative for a signal, None if nobody knows it."""
    if exit_code is None:
        return KernelDied("the kernel has ended")
    if exit_code >= 0:
        return KernelDied(f"the kernel exited with status {exit_code}")
    return KernelDied(f"the kernel was ended by {name_of_signal(-exit_code)}")


def name_of_signal(number):
    """The enumeration has no real-time signals but the first and the last one."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def not_started():
    return KernelDied(f"the kernel did not start within {START_SECONDS_MAX} s")


def identity_of(owner):
    groups = os.getgrouplist(owner.pw_name, owner.pw_gid)
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": groups}


def environment_of(owner, cwd):
    """That of the server, but for what a shell says of whose it is and where it stands."""
    others = {name: value for name, value in os.environ.items() if name not in ("MAIL", "OLDPWD", "SHLVL", "_")}
    # The programs that somebody has installed for themselves.
    path = others["PATH"].replace(f"{ROOT.pw_dir}/", f"{owner.pw_dir}/")
    return {**others, "HOME": owner.pw_dir, "USER": owner.pw_name, "LOGNAME": owner.pw_name, "PATH": path, "PWD": cwd}


async def owner_for(cwd):
    """Whose a kernel in that directory is."""
    test = await asyncio.create_subprocess_exec("/usr/bin/test", "-x", cwd, **identity_of(USER))
    return USER if await test.wait() == 0 else ROOT


class Kernel:
    """A process that runs cells and keeps what they know. One request at a time.

    Subclasses have `start()`, `execute(code)` and `set_environment(new, gone)`, which yield events, and None in every
    silence, and raise KernelDied; `interrupt()`, `signal(number)`, `is_alive()`; `exit_code()` of one that has ended, None if nobody
    knows it; and `stop()`, which also takes away what a failed start has left.
    """

    # Whether an interrupt may have to be repeated.
    loses_interrupts = False

    def __init__(self, owner, cwd, variables):
        """`variables` are those of the sandbox."""
        self.owner = owner
        self.cwd = cwd
        self.environment = {**environment_of(owner, cwd), **variables}

    async def finish(self, events):
        """Waits for the end of a request of which nobody hears."""
        async for _ in events:
            pass

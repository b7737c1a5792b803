"""A kernel as a process: whose it is, where it works, and the sockets through which it is spoken to.

The server is root, so that nothing that a cell does as the user ends it, and a kernel can work in any directory. A kernel is
the user's wherever the user may enter its directory, and root's elsewhere: in a directory that its own process may not enter
it could open nothing. The user may become root by `sudo` in any case; the sandbox is what holds both.
"""

import asyncio
import os
import pwd
import shutil
import uuid

from jupyter_client.manager import AsyncKernelManager

USER = pwd.getpwnam("user")
ROOT = pwd.getpwuid(0)
HOME = USER.pw_dir
SOCKETS = "/run/cay-code"


def clear_sockets():
    """Takes away what a server before this one has left. Everybody may pass through, to a directory of their own, and see none."""
    shutil.rmtree(SOCKETS, ignore_errors=True)
    os.mkdir(SOCKETS, 0o711)
    # Whatever the mask of files says.
    os.chmod(SOCKETS, 0o711)


class Kernel(AsyncKernelManager):
    """Sockets in the file system: no port of the sandbox is taken, and no other user gets in."""

    def __init__(self, owner, cwd):
        self.place = f"{SOCKETS}/{uuid.uuid4().hex[:12]}"
        super().__init__(
            kernel_name="python3", transport="ipc", ip=f"{self.place}/socket", connection_file=f"{self.place}/kernel.json"
        )
        self.owner = owner
        self.cwd = cwd

    async def start(self):
        os.mkdir(self.place, 0o700)
        await self.start_kernel(cwd=self.cwd, env=environment_of(self.owner, self.cwd), **identity_of(self.owner))

    async def stop(self):
        await self.shutdown_kernel(now=True)
        shutil.rmtree(self.place, ignore_errors=True)

    def write_connection_file(self, **options):
        super().write_connection_file(**options)
        # The directory last: until then nobody else could have put anything into it.
        for path in (self.connection_file, self.place):
            os.chown(path, self.owner.pw_uid, self.owner.pw_gid)


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

"""Kernels that speak the protocol of Jupyter: those of Python and of R."""

import json
import os
import queue
import shutil
import uuid

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager

from kernels import LOOK_SECONDS, START_SECONDS_MAX, Kernel, died, identity_of, not_started
from messages import to_events

SOCKETS = "/run/cay-code"


def clear_sockets():
    """Takes away what a server before this one has left. Everybody may pass through, to a directory of their own, and see none."""
    shutil.rmtree(SOCKETS, ignore_errors=True)
    os.mkdir(SOCKETS, 0o711)
    # Whatever the mask of files says.
    os.chmod(SOCKETS, 0o711)


class Manager(AsyncKernelManager):
    """Sockets in the file system: no port of the sandbox is taken, and no other user gets in."""

    def __init__(self, argv, owner):
        self.place = f"{SOCKETS}/{uuid.uuid4().hex[:12]}"
        super().__init__(transport="ipc", ip=f"{self.place}/socket", connection_file=f"{self.place}/kernel.json")
        self.owner = owner
        self._kernel_spec = KernelSpec(argv=[*argv, "{connection_file}"])

    def write_connection_file(self, **options):
        os.mkdir(self.place, 0o700)
        super().write_connection_file(**options)
        # The directory last: until then nobody else could have put anything into it.
        for path in (self.connection_file, self.place):
            os.chown(path, self.owner.pw_uid, self.owner.pw_gid)


class JupyterKernel(Kernel):
    argv = ()
    # Runs before the first cell, if there is one.
    setup_file = None
    manager = None
    client = None

    async def start(self):
        self.manager = Manager(self.argv, self.owner)
        await self.manager.start_kernel(cwd=self.cwd, env=self.environment, **identity_of(self.owner))
        self.client = self.manager.client()
        self.client.start_channels()
        try:
            await self.client.wait_for_ready(timeout=START_SECONDS_MAX)
        except RuntimeError as error:
            raise not_started() from error
        if self.setup_file is not None:
            with open(os.path.join(os.path.dirname(__file__), self.setup_file), encoding="utf-8") as setup:
                await self.finish(self._request(setup.read(), silent=True))

    def execute(self, code):
        return self._request(code)

    def set_environment(self, new, gone):
        return self._request(self.environment_code(new, gone), silent=True)

    async def interrupt(self):
        await self.manager.interrupt_kernel()

    async def signal(self, number):
        await self.manager.signal_kernel(number)

    async def is_alive(self):
        return await self.manager.is_alive()

    async def exit_code(self):
        return await self.manager.provisioner.poll() if self.manager.has_kernel else None

    async def stop(self):
        if self.client is not None:
            self.client.stop_channels()
        if self.manager is None:
            return
        if self.manager.has_kernel:
            await self.manager.shutdown_kernel(now=True)
        shutil.rmtree(self.manager.place, ignore_errors=True)

    async def _request(self, code, silent=False):
        request = self.client.execute(code, silent=silent, store_history=not silent, allow_stdin=False)
        while True:
            try:
                message = await self.client.get_iopub_msg(timeout=LOOK_SECONDS)
            except queue.Empty:
                if not await self.is_alive():
                    raise died(await self.exit_code()) from None
                yield None
                continue
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                await self._take_reply(request)
                return
            for event in to_events(message):
                yield event

    async def _take_reply(self, request):
        """It tells nothing that was not told before, but would lie about for ever."""
        while True:
            try:
                reply = await self.client.get_shell_msg(timeout=LOOK_SECONDS)
            except queue.Empty:
                return
            if reply["parent_header"].get("msg_id") == request:
                return


# In a copy of a sandbox the generators would go on where those of every other copy go on.
RESEED_PYTHON = """
import random as _r, sys as _s
_r.seed()
_n = _s.modules.get("numpy")
if _n is not None: _n.random.seed()
del _r, _s, _n
"""


class PythonKernel(JupyterKernel):
    argv = ("python3", "-m", "ipykernel_launcher", "-f")
    setup_file = "kernel_setup.py"

    def environment_code(self, new, gone):
        is_copy = "E2B_SANDBOX_ID" in new
        return (
            "import os as _o\n"
            f"_o.environ.update({new!r})\n"
            f"for _k in {list(gone)!r}: _o.environ.pop(_k, None)\n"
            "_k = None\ndel _o, _k\n"
        ) + (RESEED_PYTHON if is_copy else "")


class RKernel(JupyterKernel):
    argv = ("R", "--slave", "--no-save", "--no-restore", "-e", "IRkernel::main()", "--args")

    def environment_code(self, new, gone):
        pairs = ", ".join(f"{r_text(name)} = {r_text(value)}" for name, value in new.items())
        names = ", ".join(r_text(name) for name in gone)
        # R keeps the state of its generator in a variable: without one it draws a new seed.
        reseed = "if (exists('.Random.seed', globalenv())) rm('.Random.seed', envir = globalenv())\n"
        return (
            f"invisible(do.call(Sys.setenv, list({pairs})))\n" * bool(new)
            + f"invisible(Sys.unsetenv(c({names})))\n" * bool(gone)
            + reseed * ("E2B_SANDBOX_ID" in new)
        )


def r_text(text):
    """Strings of R are written as those of JSON are, but for pairs of surrogates."""
    return json.dumps(text, ensure_ascii=False)

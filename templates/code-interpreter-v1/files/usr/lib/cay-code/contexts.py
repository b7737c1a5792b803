"""Contexts: kernels that keep what they know between cells. Cells of a context run one after the other."""

import asyncio
import os
import queue
import signal
import uuid

from kernels import HOME, Kernel, owner_for
from messages import to_events
from refused import Refused

LANGUAGES = {"python", "python3"}

# Contexts at once: each costs some 60 MiB.
CONTEXTS_MAX = 32
START_SECONDS_MAX = 60
# Between two looks whether the kernel lives and somebody still listens.
LOOK_SECONDS = 1

# Runs in every kernel before its first cell.
SETUP_FILE = os.path.join(os.path.dirname(__file__), "kernel_setup.py")

# In a copy of a sandbox the generators would go on where those of every other copy go on.
RESEED = """
import random as _r, sys as _s
_r.seed()
_n = _s.modules.get("numpy")
if _n is not None: _n.random.seed()
del _r, _s, _n
"""


class Context:
    """A kernel and whoever waits for it."""

    def __init__(self, language, cwd):
        self.id = str(uuid.uuid4())
        self.language = language
        self.cwd = cwd
        self.lock = asyncio.Lock()
        self.environment = {}
        self.is_removed = False
        self.manager = None
        self.client = None

    def describe(self):
        return {"id": self.id, "language": self.language, "cwd": self.cwd}

    async def start(self):
        self.manager = Kernel(await owner_for(self.cwd), self.cwd)
        await self.manager.start()
        await self._connect()

    async def restart(self):
        await self._end_cell()
        async with self.lock:
            known = self.environment
            await self._stop()
            await self.start()
            await self.set_environment(known)

    async def remove(self):
        self.is_removed = True
        await self._end_cell()
        async with self.lock:
            await self._stop()

    async def _end_cell(self):
        """A cell that is at work loses its kernel, and is told so."""
        if self.lock.locked():
            await self.manager.signal_kernel(signal.SIGKILL)

    async def _stop(self):
        self.environment = {}
        if self.client is not None:
            self.client.stop_channels()
        if self.manager is not None:
            await self.manager.stop()

    async def _connect(self):
        self.client = self.manager.client()
        self.client.start_channels()
        await self.client.wait_for_ready(timeout=START_SECONDS_MAX)
        with open(SETUP_FILE, encoding="utf-8") as setup:
            await self._quietly(setup.read())

    async def set_environment(self, variables):
        """What differs from what the kernel was told last; what it set by itself stays."""
        gone = [name for name in self.environment if name not in variables]
        new = {name: value for name, value in variables.items() if self.environment.get(name) != value}
        if not gone and not new:
            return
        is_copy = "E2B_SANDBOX_ID" in new
        await self._quietly(environment_code(new, gone) + (RESEED if is_copy else ""))
        self.environment = variables

    async def run(self, code, variables, is_wanted):
        """Yields the events of a cell. `is_wanted` says whether somebody listens."""
        before = {}
        if variables:
            before = await self._exchange_environment(variables)
        try:
            async for event in self._cell(code, is_wanted):
                yield event
        finally:
            if variables and not self.is_removed:
                await self._quietly(
                    environment_code(
                        {name: value for name, value in before.items() if value is not None},
                        [name for name, value in before.items() if value is None],
                    )
                )

    async def _exchange_environment(self, variables):
        known = {name: self.environment.get(name) for name in variables}
        await self._quietly(environment_code(variables, []))
        return known

    async def _cell(self, code, is_wanted):
        request = self.client.execute(code, store_history=True, allow_stdin=False)
        is_interrupted = False
        async for message in self._messages(request):
            if message is None:
                if not is_interrupted and not is_wanted():
                    is_interrupted = True
                    await self.manager.interrupt_kernel()
                continue
            for event in to_events(message):
                yield event

    async def _quietly(self, code):
        request = self.client.execute(code, silent=True, store_history=False, allow_stdin=False)
        async for _ in self._messages(request):
            pass

    async def _messages(self, request):
        """What the kernel says of a request, and None in every silence; ends when it is done with it."""
        while True:
            try:
                message = await self.client.get_iopub_msg(timeout=LOOK_SECONDS)
            except queue.Empty:
                if not await self.manager.is_alive():
                    if not self.is_removed:
                        await self._stop()
                        await self.start()
                    raise Refused(500, "the kernel ended while the code was running: it was started anew")
                yield None
                continue
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                await self._take_reply(request)
                return
            yield message

    async def _take_reply(self, request):
        """It tells nothing that was not told before, but would lie about for ever."""
        while True:
            try:
                reply = await self.client.get_shell_msg(timeout=LOOK_SECONDS)
            except queue.Empty:
                return
            if reply["parent_header"].get("msg_id") == request:
                return


def environment_code(new, gone):
    return (
        "import os as _o\n"
        f"_o.environ.update({new!r})\n"
        f"for _k in {list(gone)!r}: _o.environ.pop(_k, None)\n"
        "_k = None\ndel _o, _k\n"
    )


class Contexts:
    def __init__(self):
        self._all = {}
        self._default = None
        self._making = asyncio.Lock()

    def list(self):
        return [context.describe() for context in self._all.values()]

    async def make(self, language, cwd):
        if (language or "python") not in LANGUAGES:
            raise Refused(400, f"language {language!r} is not there: this sandbox runs python")
        cwd = os.path.join(HOME, cwd) if cwd else HOME
        if not os.path.isdir(cwd):
            raise Refused(400, f"cwd {cwd!r} is no directory")
        if len(self._all) >= CONTEXTS_MAX:
            raise Refused(429, f"there are {CONTEXTS_MAX} contexts already")
        context = Context("python", cwd)
        self._all[context.id] = context
        try:
            await context.start()
        except BaseException:
            del self._all[context.id]
            await context.remove()
            raise
        return context

    async def default(self, language=None):
        if (language or "python") not in LANGUAGES:
            raise Refused(400, f"language {language!r} is not there: this sandbox runs python")
        async with self._making:
            if self._default not in self._all:
                self._default = (await self.make("python", None)).id
            return self._all[self._default]

    def find(self, context_id):
        context = self._all.get(context_id)
        if context is None:
            raise Refused(404, f"Context {context_id} not found")
        return context

    async def remove(self, context_id):
        context = self.find(context_id)
        del self._all[context_id]
        await context.remove()

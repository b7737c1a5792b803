"""Contexts: kernels that keep what they know between cells. Cells of a context run one after the other."""

import asyncio
import os
import signal
import uuid

from kernels import HOME, KernelDied, died, owner_for
from languages import DEFAULT, KERNELS, STARTED_WITH, language_of
from refused import Refused

# Contexts at once: a kernel costs 20 to 150 MiB.
CONTEXTS_MAX = 32


class Context:
    """A kernel and whoever waits for it. The kernel is started when it is first needed."""

    def __init__(self, language, cwd):
        self.id = str(uuid.uuid4())
        self.language = language
        self.cwd = cwd
        self.lock = asyncio.Lock()
        # Of the sandbox, as the kernel was told last.
        self.environment = {}
        self.is_removed = False
        self.kernel = None

    def describe(self):
        return {"id": self.id, "language": self.language, "cwd": self.cwd}

    async def start(self):
        """Call it with the lock held, as everything else that changes the kernel."""
        if self.kernel is not None:
            return
        kernel = KERNELS[self.language](await owner_for(self.cwd), self.cwd, self.environment)
        try:
            await kernel.start()
            if self.environment:
                await kernel.finish(kernel.set_environment(self.environment, []))
        except BaseException:
            await kernel.stop()
            raise
        self.kernel = kernel

    async def restart(self):
        was_started = self.kernel is not None
        await self._end_cell()
        async with self.lock:
            await self._stop()
            if was_started:
                await self.start()

    async def remove(self):
        self.is_removed = True
        await self._end_cell()
        async with self.lock:
            await self._stop()

    async def _end_cell(self):
        """A cell that is at work loses its kernel, and is told so."""
        if self.lock.locked() and self.kernel is not None:
            await self.kernel.signal(signal.SIGKILL)

    async def _stop(self):
        kernel, self.kernel = self.kernel, None
        if kernel is not None:
            await kernel.stop()

    async def run(self, code, variables, sandbox_variables, is_wanted):
        """Yields the events of a cell. `sandbox_variables` is None if they are not known; `is_wanted` says whether somebody listens."""
        try:
            async for event in self._run(code, variables, sandbox_variables, is_wanted):
                yield event
        except KernelDied as error:
            if not self.is_removed:
                await self._stop()
            value = f"{error}: what its cells knew is lost, the next cell gets a new one"
            yield {"type": "error", "name": "KernelDied", "value": value, "traceback": ""}

    async def _run(self, code, variables, sandbox_variables, is_wanted):
        if self.kernel is not None and not await self.kernel.is_alive():
            raise died(await self.kernel.exit_code())
        await self._set_environment(self.environment if sandbox_variables is None else sandbox_variables)
        await self.start()
        if variables:
            await self.kernel.finish(self.kernel.set_environment(variables, []))
        try:
            async for event in self._cell(code, is_wanted):
                yield event
        finally:
            if variables and await self.kernel.is_alive():
                await self._restore_environment(variables)

    async def _cell(self, code, is_wanted):
        is_interrupted = False
        async for event in self.kernel.execute(code):
            is_lost = event is None and self.kernel.loses_interrupts
            if (is_lost or not is_interrupted) and not is_wanted():
                is_interrupted = True
                await self.kernel.interrupt()
            if event is not None:
                yield event

    async def _set_environment(self, variables):
        """What differs from what the kernel was told last; what it set by itself stays."""
        gone = [name for name in self.environment if name not in variables]
        new = {name: value for name, value in variables.items() if self.environment.get(name) != value}
        self.environment = variables
        if self.kernel is not None and (gone or new):
            await self.kernel.finish(self.kernel.set_environment(new, gone))

    async def _restore_environment(self, variables):
        """What the variables of a cell were before it, or what the kernel was started with."""
        known = {**self.kernel.environment, **self.environment}
        before = {name: known[name] for name in variables if name in known}
        gone = [name for name in variables if name not in known]
        await self.kernel.finish(self.kernel.set_environment(before, gone))


class Contexts:
    def __init__(self):
        self._all = {}
        # Language -> the context of cells that name none.
        self._defaults = {}
        for language in STARTED_WITH:
            self._default(language)

    def list(self):
        return [context.describe() for context in self._all.values()]

    async def start(self):
        """So that the first cell does not wait for its kernel."""
        context = self._default(DEFAULT)
        async with context.lock:
            await context.start()

    async def make(self, language, cwd):
        language = language_of(language)
        cwd = os.path.join(HOME, cwd) if cwd else HOME
        if not os.path.isdir(cwd):
            raise Refused(400, f"cwd {cwd!r} is no directory")
        context = self._add(Context(language, cwd))
        try:
            async with context.lock:
                await context.start()
        except BaseException as error:
            del self._all[context.id]
            await context.remove()
            if isinstance(error, KernelDied):
                raise Refused(500, str(error)) from error
            raise
        return context

    def default(self, language=None):
        return self._default(language_of(language))

    def find(self, context_id):
        context = self._all.get(context_id)
        if context is None:
            raise Refused(404, f"Context {context_id} not found")
        return context

    async def remove(self, context_id):
        context = self.find(context_id)
        del self._all[context_id]
        await context.remove()

    def _default(self, language):
        context = self._all.get(self._defaults.get(language))
        if context is None:
            context = self._add(Context(language, HOME))
            self._defaults[language] = context.id
        return context

    def _add(self, context):
        if len(self._all) >= CONTEXTS_MAX:
            raise Refused(429, f"there are {CONTEXTS_MAX} contexts already")
        self._all[context.id] = context
        return context

"""Kernels of our own: a process that reads what to run from a pipe, and answers lines of JSON through another.

What it and its children print is read at all times, so that what runs behind the cells never waits for a reader; what is
printed while no cell runs goes nowhere. While the caller of a cell is slow, nothing is read, and so the cell waits.
"""

import asyncio
import codecs
import json
import os
import signal
from collections import deque

from kernels import LOOK_SECONDS, START_SECONDS_MAX, Kernel, died, identity_of, not_started
from messages import to_result

READ_BYTES = 64 * 1024
# Events that wait for the caller of a cell.
QUEUE_MAX = 256
# Of one event, with the picture in it.
EVENT_BYTES_MAX = 64 * 1024 * 1024
# What lay in a pipe when a cell ended: no pipe holds more.
LAST_READS_MAX = 64


class PipeKernel(Kernel):
    def argv(self, requests, events):
        """The program, with the descriptors of its pipes."""
        raise NotImplementedError

    # Whether requests are its standard input.
    reads_input = False
    process = None

    async def start(self):
        self.count = 0
        self.queue = deque()
        self.news = asyncio.Event()
        self.is_busy = True
        self.is_reading = True
        self.line = bytearray()
        self.decoders = {}
        await self._spawn()
        self.pipes = {self.events: None, self.out: "stdout", self.err: "stderr"}
        for pipe in self.pipes:
            os.set_blocking(pipe, False)
            self.decoders[pipe] = codecs.getincrementaldecoder("utf-8")("replace")
            asyncio.get_running_loop().add_reader(pipe, self._read, pipe)
        self.ended = asyncio.ensure_future(self.process.wait())
        self.ended.add_done_callback(lambda _: self.news.set())
        try:
            async with asyncio.timeout(START_SECONDS_MAX):
                await self.finish(self._until("ready"))
        except TimeoutError as error:
            raise not_started() from error
        self.is_busy = False

    async def _spawn(self):
        requests, requests_end = os.pipe()
        self.events, events = os.pipe()
        self.out, out = os.pipe()
        self.err, err = os.pipe()
        try:
            self.process = await asyncio.create_subprocess_exec(
                *self.argv(requests, events),
                stdin=requests if self.reads_input else asyncio.subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                cwd=self.cwd,
                env=self.environment,
                pass_fds=(events,) if self.reads_input else (requests, events),
                start_new_session=True,
                **identity_of(self.owner),
            )
        except BaseException:
            for pipe in (requests_end, self.events, self.out, self.err):
                os.close(pipe)
            raise
        finally:
            for pipe in (requests, events, out, err):
                os.close(pipe)
        loop = asyncio.get_running_loop()
        transport, protocol = await loop.connect_write_pipe(
            asyncio.streams.FlowControlMixin, os.fdopen(requests_end, "wb", buffering=0)
        )
        self.requests = asyncio.StreamWriter(transport, protocol, None, loop)

    async def execute(self, code):
        self.count += 1
        yield {"type": "number_of_executions", "execution_count": self.count}
        async for event in self._ask({"type": "execute", "code": code}):
            yield event

    async def set_environment(self, new, gone):
        async for event in self._ask({"type": "environment", "set": new, "unset": gone}):
            yield event

    async def interrupt(self):
        self._send({"type": "interrupt"})

    async def signal(self, number):
        if self.process.returncode is None:
            os.killpg(self.process.pid, number)

    async def is_alive(self):
        return self.process.returncode is None

    async def exit_code(self):
        return self.process.returncode

    async def stop(self):
        if self.process is None:
            return
        try:
            # What the cells have started ends with it.
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        await self.process.wait()
        loop = asyncio.get_running_loop()
        for pipe in self.pipes:
            loop.remove_reader(pipe)
            os.close(pipe)
        self.pipes = {}
        self.requests.close()

    def encode(self, request):
        return json.dumps(request) + "\n"

    def _send(self, request):
        self.requests.write(self.encode(request).encode("utf-8", "replace"))

    async def _ask(self, request):
        self.is_busy = True
        try:
            self._send(request)
            async for event in self._until("end"):
                yield event
        finally:
            self.is_busy = False
            self._go_on()

    async def _until(self, last):
        while True:
            while self.queue:
                event = self.queue.popleft()
                if event["type"] == last:
                    return
                yield event
            self._go_on()
            if self.process.returncode is not None:
                self._read_rest()
                if not self.queue:
                    raise died(self.process.returncode)
                continue
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.news.wait()
            except TimeoutError:
                yield None
            self.news.clear()

    def _read(self, pipe):
        try:
            data = os.read(pipe, READ_BYTES)
        except BlockingIOError:
            return False
        if not data:
            asyncio.get_running_loop().remove_reader(pipe)
            return False
        if pipe == self.events:
            self._take_events(data)
        elif self.is_busy:
            text = self.decoders[pipe].decode(data)
            if text:
                self.queue.append({"type": self.pipes[pipe], "text": text})
        self.news.set()
        if len(self.queue) >= QUEUE_MAX:
            self._pause()
        return True

    def _take_events(self, data):
        self.line += data
        if len(self.line) > EVENT_BYTES_MAX:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.line.clear()
        if b"\n" not in data:
            return
        *lines, rest = bytes(self.line).split(b"\n")
        self.line[:] = rest
        for line in lines:
            event = json.loads(line)
            if event["type"] in ("ready", "end"):
                self._read_rest()
            if self.is_busy:
                self.queue.extend(self.to_events(event))

    def to_events(self, event):
        return [to_result(event["data"], event["is_main_result"]) if event["type"] == "result" else event]

    def _read_rest(self):
        """What the cell has printed before its end."""
        for pipe in (self.out, self.err):
            for _ in range(LAST_READS_MAX):
                if not self._read(pipe):
                    break

    def _pause(self):
        if self.is_reading:
            self.is_reading = False
            for pipe in self.pipes:
                asyncio.get_running_loop().remove_reader(pipe)

    def _go_on(self):
        if not self.is_reading:
            self.is_reading = True
            for pipe in self.pipes:
                asyncio.get_running_loop().add_reader(pipe, self._read, pipe)

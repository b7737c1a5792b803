"""Runs cells of code that come over HTTP, in kernels that keep what they know between cells.

One context is one kernel. What a cell says is sent on as it is said: one JSON object per line. When whoever asked for a cell
goes away, the cell is interrupted. Pages of any origin may ask.
"""

import asyncio
import json
import logging
import socket
import sys

from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.web import Application, RequestHandler

from contexts import Contexts
from jupyter_kernel import clear_sockets
from messages import dated
from refused import Refused

# Of port 49999, from bind-alone.py.
LISTENING_DESCRIPTOR = 3
ENVIRONMENT_URL = "http://127.0.0.1:49983/envs"
BODY_BYTES_MAX = 64 * 1024 * 1024
PREFLIGHT_SECONDS = 600
# Characters of a path in a message.
PATH_LENGTH_MAX = 200


async def sandbox_environment(token):
    """The variables that the sandbox was made with; the daemon shows them to whoever has its token."""
    headers = {} if token is None else {"X-Access-Token": token}
    answer = await AsyncHTTPClient().fetch(ENVIRONMENT_URL, headers=headers, raise_error=False)
    if answer.code != 200:
        return None
    return {name: str(value) for name, value in json.loads(answer.body).items()}


class Handler(RequestHandler):
    def initialize(self, contexts):
        self.contexts = contexts

    def set_default_headers(self):
        self.set_header("Access-Control-Allow-Origin", "*")

    def options(self, *_):
        """What a browser asks before it sends the request of a page."""
        wanted = self.request.headers.get("Access-Control-Request-Headers", "*")
        self.set_header("Access-Control-Allow-Methods", "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT")
        self.set_header("Access-Control-Allow-Headers", wanted)
        self.set_header("Access-Control-Max-Age", str(PREFLIGHT_SECONDS))
        self.finish("OK")

    def body(self):
        try:
            fields = json.loads(self.request.body or b"{}")
        except ValueError:
            raise Refused(400, "the body is not JSON") from None
        if not isinstance(fields, dict):
            raise Refused(400, "the body is no object")
        return fields

    def text(self, fields, name):
        value = fields.get(name)
        if value is not None and not isinstance(value, str):
            raise Refused(400, f"{name} must be a text")
        return value

    def log_exception(self, typ, value, tb):
        if not isinstance(value, Refused):
            super().log_exception(typ, value, tb)

    def write_error(self, status_code, **kwargs):
        error = kwargs.get("exc_info", (None, None, None))[1]
        if isinstance(error, Refused):
            self.set_status(error.status)
            self.finish(error.message)
        else:
            self.finish("internal error" if status_code == 500 else self._reason)


class Missing(Handler):
    def prepare(self):
        """A client that is newer may ask for more than there is: it is told what it asked for."""
        if self.request.method != "OPTIONS":
            path = self.request.path[:PATH_LENGTH_MAX]
            raise Refused(404, f"no route {self.request.method} {path}: a newer client may need a newer template")


class Health(Handler):
    async def get(self):
        await self.contexts.start()
        self.finish("OK")


class ContextList(Handler):
    def get(self):
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(self.contexts.list()))

    async def post(self):
        fields = self.body()
        context = await self.contexts.make(self.text(fields, "language"), self.text(fields, "cwd"))
        self.finish(context.describe())


class OneContext(Handler):
    async def delete(self, context_id):
        await self.contexts.remove(context_id)
        self.set_status(204)


class Restart(Handler):
    async def post(self, context_id):
        await self.contexts.find(context_id).restart()
        self.set_status(204)


class Execute(Handler):
    is_wanted = True

    def on_connection_close(self):
        self.is_wanted = False

    async def post(self):
        fields = self.body()
        code = self.text(fields, "code")
        if code is None:
            raise Refused(400, "code is missing")
        variables = fields.get("env_vars") or {}
        if not isinstance(variables, dict):
            raise Refused(400, "env_vars must be a table")
        variables = {str(name): str(value) for name, value in variables.items()}
        context = self.context(self.text(fields, "context_id"), self.text(fields, "language"))
        environment = await sandbox_environment(self.request.headers.get("X-Access-Token"))
        self.set_header("Content-Type", "application/x-ndjson")
        # The head first: whoever waits for it gives up sooner than whoever reads.
        await self.say()
        async with context.lock:
            if not self.is_wanted:
                return
            async for event in context.run(code, variables, environment, lambda: self.is_wanted):
                self.write(json.dumps(dated(event)) + "\n")
                await self.say()
        await self.say()

    def context(self, context_id, language):
        if context_id is None:
            return self.contexts.default(language)
        if language is not None:
            raise Refused(400, "Only one of context_id or language can be provided")
        return self.contexts.find(context_id)

    async def say(self):
        try:
            await self.flush()
        except Exception:
            # The cell is still told to stop, and what it says until then goes nowhere.
            self.is_wanted = False


async def main():
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    clear_sockets()
    given = {"contexts": Contexts()}
    application = Application(
        [
            (r"/health", Health, given),
            (r"/execute", Execute, given),
            (r"/contexts", ContextList, given),
            (r"/contexts/([^/]+)", OneContext, given),
            (r"/contexts/([^/]+)/restart", Restart, given),
        ],
        default_handler_class=Missing,
        default_handler_args=given,
    )
    listen(application)
    # The first cell is not to wait for its kernel; what is asked for meanwhile waits for the same one.
    try:
        await given["contexts"].start()
    except Exception:
        logging.exception("the first kernel did not start; the first cell starts another")
    await asyncio.Event().wait()


def listen(application):
    listening = socket.socket(fileno=LISTENING_DESCRIPTOR)
    # Kernels do not get it.
    listening.set_inheritable(False)
    listening.setblocking(False)
    server = HTTPServer(application, max_body_size=BODY_BYTES_MAX, max_buffer_size=BODY_BYTES_MAX)
    server.add_socket(listening)


if __name__ == "__main__":
    asyncio.run(main())

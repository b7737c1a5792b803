"""Each test runs with the synchronous and with the asynchronous client: `await done(...)` takes what either returns."""

import inspect
import os
import uuid
from dataclasses import dataclass
from typing import Any, AsyncIterator, Awaitable, Callable

import e2b
import e2b_code_interpreter
import pytest

# Seconds: longer than any test takes, so that a sandbox ends by its own rules only where a test says so.
sandbox_seconds = 300


async def done(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


@dataclass(frozen=True)
class Client:
    name: str
    Sandbox: Any
    Template: Any
    Secret: Any
    Volume: Any
    CodeSandbox: Any

    @property
    def is_async(self) -> bool:
        return self.name == "async"


clients = {
    "sync": Client("sync", e2b.Sandbox, e2b.Template, e2b.Secret, e2b.Volume, e2b_code_interpreter.Sandbox),
    "async": Client(
        "async",
        *(e2b.AsyncSandbox, e2b.AsyncTemplate, e2b.AsyncSecret, e2b.AsyncVolume),
        e2b_code_interpreter.AsyncSandbox,
    ),
}


@pytest.fixture(scope="session", params=list(clients))
def client(request: pytest.FixtureRequest) -> Client:
    return clients[request.param]


Create = Callable[..., Awaitable[Any]]


@pytest.fixture
async def create(client: Client) -> AsyncIterator[Create]:
    """Makes sandboxes that are killed when the test ends."""
    made: list[Any] = []

    async def create(*args: Any, **options: Any) -> Any:
        sandbox = await done(client.Sandbox.create(*args, **{"timeout": sandbox_seconds, **options}))
        made.append(sandbox)
        return sandbox

    yield create
    for sandbox in made:
        await done(sandbox.kill())


@pytest.fixture(scope="module")
async def sandbox(client: Client) -> AsyncIterator[Any]:
    """One for the tests of a file that leave nothing in the way of the next."""
    shared = await done(client.Sandbox.create("base", timeout=sandbox_seconds))
    yield shared
    await done(shared.kill())


@pytest.fixture
def unique() -> str:
    return uuid.uuid4().hex[:12]


def setting(name: str) -> str:
    """What test/conformance/python-client.test.ts says about the installation; a test without it is skipped."""
    value = os.environ.get(name)
    if value is None:
        pytest.skip(f"{name} is not set")
    return value

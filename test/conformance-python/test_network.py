"""Which addresses a sandbox may reach."""

import e2b
import pytest
from conftest import done, setting

everything = "0.0.0.0/0"


async def _fetched(sandbox, address: str) -> str:
    """The body, or "closed": a refused connection is accepted and then ended."""
    command = f"curl -s -m 5 http://{address}:8080/address || echo closed"
    return (await done(sandbox.commands.run(command))).stdout.strip()


async def test_is_what_was_given_at_create_and_what_replaces_it(client, create):
    one, other = setting("CAY_OUTSIDE").split(",")
    sandbox = await create("base", network={"allow_out": [one], "deny_out": [everything]})
    assert await _fetched(sandbox, one) == one
    assert await _fetched(sandbox, other) == "closed"
    assert (await done(sandbox.get_info())).network["allow_out"] == [one]
    await done(sandbox.update_network({"deny_out": [one]}))
    assert await _fetched(sandbox, one) == "closed"
    assert await _fetched(sandbox, other) == other
    await done(client.Sandbox.update_network(sandbox.sandbox_id, {}))
    assert await _fetched(sandbox, one) == one


async def test_is_nothing_without_internet_access(create):
    one, _ = setting("CAY_OUTSIDE").split(",")
    assert await _fetched(await create("base", allow_internet_access=False), one) == "closed"


async def test_that_is_wrong_is_refused(client):
    with pytest.raises(e2b.SandboxException, match="400"):
        await done(client.Sandbox.create("base", network={"deny_out": ["example.com"]}))

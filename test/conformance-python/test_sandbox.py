"""The life of a sandbox, as its client sees it."""

import asyncio
import datetime

import e2b
import httpx
import pytest
import surface
from conftest import done, sandbox_seconds, setting


async def test_is_created_with_metadata_and_variables_and_killed_once(client, create, unique):
    sandbox = await create("base", metadata={"run": unique}, envs={"GREETING": "hello"})
    assert (await done(sandbox.commands.run("echo $GREETING"))).stdout == "hello\n"
    info = await done(sandbox.get_info())
    assert (info.sandbox_id, info.metadata, info.state) == (
        sandbox.sandbox_id,
        {"run": unique},
        e2b.SandboxState.RUNNING,
    )
    assert (await done(client.Sandbox.get_info(sandbox.sandbox_id))).sandbox_id == sandbox.sandbox_id
    assert await done(sandbox.is_running())
    assert await done(sandbox.kill())
    assert not await done(sandbox.is_running())
    assert not await done(client.Sandbox.kill(sandbox.sandbox_id))


async def test_that_is_created_again_with_its_idempotency_key_is_the_same(client, create, unique):
    options = {"metadata": {"run": unique}, "idempotency_key": f"job-{unique}"}
    first = await create("base", **options)
    again = await done(client.Sandbox.create("base", timeout=sandbox_seconds, **options))
    assert again.sandbox_id == first.sandbox_id
    assert (await done(again.commands.run("echo usable"))).stdout == "usable\n"
    with pytest.raises(e2b.SandboxException, match="422: the Idempotency-Key was sent with another request"):
        await done(client.Sandbox.create("base", idempotency_key=f"job-{unique}"))


async def test_is_listed_by_metadata_in_pages(client, create, unique):
    made = [await create("base", metadata={"run": unique}) for _ in range(2)]
    pages = client.Sandbox.list(query=e2b.SandboxQuery(metadata={"run": unique}), limit=1)
    found = [*await done(pages.next_items())]
    assert pages.has_next
    found += await done(pages.next_items())
    assert {each.sandbox_id for each in found} == {each.sandbox_id for each in made}
    early = [*await done(client.Sandbox.list(order="asc", limit=100).next_items())]
    assert [each.started_at for each in early] == sorted(each.started_at for each in early)


async def test_ends_later_when_its_timeout_is_set(client, create):
    sandbox = await create("base", timeout=60)
    before = (await done(sandbox.get_info())).end_at
    await done(sandbox.set_timeout(120))
    middle = (await done(sandbox.get_info())).end_at
    await done(client.Sandbox.set_timeout(sandbox.sandbox_id, 240))
    after = (await done(sandbox.get_info())).end_at
    assert middle - before > datetime.timedelta(seconds=50)
    assert after - middle > datetime.timedelta(seconds=100)


async def test_is_connected_to_by_its_id(client, sandbox):
    other = await done(client.Sandbox.connect(sandbox.sandbox_id))
    await done(other.files.write("of-the-other", "x"))
    assert await done(sandbox.files.exists("of-the-other"))
    assert (await done(other.connect(timeout=300))).sandbox_id == sandbox.sandbox_id


async def test_that_is_unknown_is_not_found(client):
    with pytest.raises(e2b.SandboxNotFoundException):
        await done(client.Sandbox.connect("i" + "0" * 19))
    with pytest.raises(e2b.SandboxException, match="404: template 'no-such-template' not found"):
        await done(client.Sandbox.create("no-such-template"))
    with pytest.raises(e2b.AuthenticationException):
        await done(client.Sandbox.create("base", api_key="e2b_" + "0" * 40))


async def test_has_a_host_for_each_port_and_a_server_behind_it(sandbox):
    await done(sandbox.commands.run("python3 -m http.server 8000", background=True))
    await done(sandbox.commands.run("until curl -s -o /dev/null localhost:8000; do sleep 0.05; done"))
    assert sandbox.get_host(8000).startswith(f"8000-{sandbox.sandbox_id}.")
    routing = {"E2b-Sandbox-Id": sandbox.sandbox_id, "E2b-Sandbox-Port": "8000"}
    async with httpx.AsyncClient() as http:
        answer = await http.get(setting("E2B_SANDBOX_URL"), headers=routing)
    assert answer.status_code == 200


async def test_has_links_that_are_signed(sandbox):
    routing = {"E2b-Sandbox-Id": sandbox.sandbox_id, "E2b-Sandbox-Port": "49983"}
    upload = sandbox.upload_url("linked.txt", use_signature_expiration=60)
    async with httpx.AsyncClient(headers=routing) as http:
        sent = await http.post(upload, files={"file": ("linked.txt", b"by a link")})
        assert sent.status_code == 200
        link = sandbox.download_url("linked.txt")
        assert (await http.get(link)).text == "by a link"
        assert (await http.get(link.replace("signature=", "signature=x"))).status_code == 401


async def test_shows_what_it_uses(client, sandbox):
    await done(sandbox.commands.run("head -c 30000000 /dev/zero > big"))
    while len(metrics := await done(sandbox.get_metrics())) == 0:
        await asyncio.sleep(0.5)
    assert metrics[-1].cpu_count == 2
    assert metrics[-1].mem_total == 1024 * 1024 * 1024
    assert await done(client.Sandbox.get_metrics(sandbox.sandbox_id)) != []
    hour_ago = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1)
    early = await done(sandbox.get_metrics(start=hour_ago, end=hour_ago + datetime.timedelta(minutes=1)))
    assert early == []


async def test_has_a_url_for_mcp(sandbox):
    assert sandbox.get_mcp_url().endswith("/mcp")


def test_no_public_class_of_a_client_is_overlooked():
    assert surface.overlooked() == []


def test_what_the_clients_offer_is_what_the_page_lists():
    with open("surface.json", encoding="utf8") as file:
        assert surface.json.load(file) == surface.read_surface()

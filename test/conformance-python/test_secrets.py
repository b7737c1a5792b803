"""Secrets and the header rules that they are for."""

import e2b
import pytest
from conftest import done

value = "the-value-that-nobody-may-see"


async def test_is_made_known_changed_and_destroyed(client, unique):
    name = f"key-{unique}"
    made = await done(client.Secret.create(name, value, metadata={"of": "this test"}))
    assert await done(client.Secret.get_info(made.secret_id)) == made
    assert value not in repr(await done(client.Secret.get_info(name)))
    with pytest.raises(e2b.SecretException):
        await done(client.Secret.create(name, value))
    assert (await done(client.Secret.update(name, "another"))).secret_id == made.secret_id
    assert await done(client.Secret.exists(name))
    assert await done(client.Secret.destroy(name))
    assert not await done(client.Secret.destroy(name))
    assert not await done(client.Secret.exists(name))
    with pytest.raises(e2b.SecretNotFoundException):
        await done(client.Secret.get_info(name))


async def test_is_listed_in_pages_newest_first(client, unique):
    names = [f"page-{number}-{unique}" for number in range(3)]
    for name in names:
        await done(client.Secret.create(name, value))
    try:
        pages = client.Secret.list(limit=2)
        assert [each.name for each in await done(pages.next_items())] == [names[2], names[1]]
        assert pages.has_next
        assert names[0] in [each.name for each in await done(pages.next_items())]
    finally:
        for name in names:
            await done(client.Secret.destroy(name))


async def test_is_a_placeholder_in_rules(client, create, unique):
    name = f"rule-{unique}"
    await done(client.Secret.create(name, value))
    key = client.Secret.fill(name)
    token = client.Secret.iam_token(audience="https://sts.example.com", token_type="JWT-SVID")

    def transform(context):
        return {"headers": {"X-Key": key, "Authorization": context.iam.tokens["cloud"]}}

    sandbox = await create(
        "base",
        iam={"tokens": {"cloud": token}},
        network={"rules": {"api.example.com": [{"transform": transform}]}},
    )
    shown = repr((await done(sandbox.get_info())).network)
    assert key in shown and value not in shown
    await done(client.Secret.destroy(name))

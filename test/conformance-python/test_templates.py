"""Templates by the official builder: one build with every step that needs no registry."""

import asyncio

import e2b
import pytest
from conftest import done


@pytest.fixture
def context(tmp_path):
    files = {
        "one.txt": "one\n",
        "two.txt": "two\n",
        "sub/three.txt": "three\n",
        "python/setup.py": 'from setuptools import setup\nsetup(name="steps", version="1.0", packages=["steps"])\n',
        "python/steps/__init__.py": 'said = "from a package"\n',
        "node/package.json": '{ "name": "steps", "version": "1.0.0", "bin": "say.js" }',
        "node/say.js": '#!/usr/bin/env node\nconsole.log("from a program")\n',
        "Dockerfile": "FROM e2bdev/base\nCOPY one.txt ./\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    return tmp_path


def _every_step(client, context):
    return (
        client.Template(file_context_path=context)
        .from_template("base")
        .set_envs({"BUILD_ONLY": "hello"})
        .make_dir(["/srv/a", "/srv/b"], mode=0o751, user="root")
        .copy("one.txt", "/srv/b/", mode=0o600, user="root")
        .copy_items([{"src": ["two.txt"], "dest": "/srv/b/"}, {"src": "sub", "dest": "/srv/sub"}])
        .copy_items([{"src": name, "dest": f"/home/user/{name}"} for name in ("python", "node")])
        .rename("/srv/b/two.txt", "/srv/b/renamed.txt", user="root")
        .remove("/srv/sub/three.txt", force=True, user="root")
        .make_symlink("/srv/b/renamed.txt", "/srv/link", user="root")
        .run_cmd(["git init -q r", "git -C r -c user.name=a -c user.email=b commit -q --allow-empty -m first"])
        .git_clone("/home/user/r", "/home/user/clone", depth=1)
        .pip_install(["--no-index", "--no-build-isolation", "/home/user/python"])
        .npm_install(["--offline", "--no-audit", "/home/user/node"], g=True)
        .run_cmd('echo "$BUILD_ONLY" | sudo tee /srv/of-build')
        .skip_cache()
        .set_user("root")
        .set_workdir("/srv")
        .set_start_cmd("python3 -m http.server 8123", e2b.wait_for_port(8123))
    )


async def test_has_what_its_steps_have_made(client, create, context, unique):
    name = f"steps-{unique}"
    logs: list[str] = []
    template = _every_step(client, context)
    built = await done(
        client.Template.build(template, f"{name}:v1", on_build_logs=lambda entry: logs.append(entry.message))
    )
    assert any("Template is ready" in message for message in logs)
    assert await done(client.Template.exists(name)) and await done(client.Template.alias_exists(name))
    sandbox = await create(f"{name}:v1")
    asked = "pwd; id -un; cat /srv/of-build /srv/link /srv/b/one.txt; ls /srv/sub; ls -d /home/user/clone/.git"
    more = 'python3 -c "import steps; print(steps.said)"; steps; curl -s -o /dev/null -w "%{http_code}" localhost:8123'
    said = (await done(sandbox.commands.run(f"{asked}; {more}"))).stdout
    assert said == "/srv\nroot\nhello\ntwo\none\n/home/user/clone/.git\nfrom a package\nfrom a program\n200"
    assert (await done(client.Template.assign_tags(f"{name}:v1", ["stable", "v2"]))).tags == ["stable", "v2"]
    await done(client.Template.remove_tags(name, "v2"))
    tags = await done(client.Template.get_tags(built.template_id))
    assert {each.tag for each in tags} >= {"v1", "stable"} and "v2" not in {each.tag for each in tags}


async def test_is_built_in_the_background(client, unique):
    template = client.Template().from_base_image().run_cmd("true").set_ready_cmd("true")
    info = await done(client.Template.build_in_background(template, f"background-{unique}"))
    while (found := await done(client.Template.get_build_status(info))).status.value not in ("ready", "error"):
        await asyncio.sleep(0.3)
    assert found.status == e2b.TemplateBuildStatus.READY


async def test_that_fails_says_which_step(client, unique):
    template = client.Template().skip_cache().from_template("base").run_cmd("exit 7")
    with pytest.raises(e2b.BuildException, match="7"):
        await done(client.Template.build(template, f"failing-{unique}"))


async def test_is_read_from_a_dockerfile_and_written_as_one(client, context):
    template = client.Template(file_context_path=context).from_dockerfile(str(context / "Dockerfile"))
    assert "FROM e2bdev/base\n" in client.Template.to_dockerfile(template)
    assert '"fromImage": "e2bdev/base"' in client.Template.to_json(template)

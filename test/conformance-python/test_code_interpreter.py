"""The client of code interpreters."""

import time

import pytest
from conftest import done, sandbox_seconds, setting
from e2b_code_interpreter import OutputMessage


@pytest.fixture(scope="module")
async def interpreter(client):
    made = await done(client.CodeSandbox.create(setting("CAY_CODE_TEMPLATE"), timeout=sandbox_seconds))
    yield made
    await done(made.kill())


async def test_keeps_what_a_cell_has_left(interpreter):
    await done(interpreter.run_code("x = 20"))
    execution = await done(interpreter.run_code("x += 1\nprint('said')\nx * 2"))
    assert (execution.text, execution.logs.stdout, execution.error) == ("42", ["said\n"], None)


async def test_says_what_went_wrong(interpreter):
    execution = await done(interpreter.run_code("1 / 0"))
    assert execution.error.name == "ZeroDivisionError"


async def test_shows_pictures_and_tables(interpreter):
    code = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"
    (result,) = (await done(interpreter.run_code(code))).results
    assert result.png is not None and result.chart is not None
    table = (await done(interpreter.run_code("import pandas\npandas.DataFrame({'a': [1]})"))).results[0]
    assert "<table" in table.html


async def test_has_contexts_that_know_nothing_of_each_other(interpreter):
    one = await done(interpreter.create_code_context(cwd="/tmp"))
    other = await done(interpreter.create_code_context())
    await done(interpreter.run_code("name = 1", context=one))
    assert (await done(interpreter.run_code("name", context=other))).error.name == "NameError"
    assert {one.id, other.id} <= {each.id for each in await done(interpreter.list_code_contexts())}
    await done(interpreter.restart_code_context(one))
    assert (await done(interpreter.run_code("name", context=one))).error.name == "NameError"
    for context in (one, other):
        await done(interpreter.remove_code_context(context))
    assert one.id not in [each.id for each in await done(interpreter.list_code_contexts())]


printing = {
    "python": "import sys\nprint('live')\nprint('wrong', file=sys.stderr)",
    "javascript": "console.log('live'); console.error('wrong')",
    "bash": "echo live; echo wrong >&2",
}


@pytest.mark.parametrize("language", printing)
async def test_tells_output_as_it_comes(interpreter, language):
    seen: list[OutputMessage] = []
    watching = {"on_stdout": seen.append, "on_stderr": seen.append}
    await done(interpreter.run_code(printing[language], language=language, **watching))
    assert "".join(each.line for each in seen if not each.error) == "live\n"
    assert "".join(each.line for each in seen if each.error) == "wrong\n"
    assert all(abs(each.timestamp / 1e9 - time.time()) < 600 for each in seen)

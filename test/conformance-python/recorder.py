"""pytest plugin: notes which calls of the official clients the tests make, and which test was the first to get an answer.

Calls that a client makes for itself inside another one do not count.
"""

import functools
import inspect
from contextvars import ContextVar
from typing import Any, Callable

import pytest
from surface import Watched, members, read_surface, watched

# By client, flavour and call: "works" once one was answered, else "fails".
outcomes: dict[str, str] = {}
# By the same, the test.
tests: dict[str, str] = {}
_running: list[str] = []
_inside_of_call: ContextVar[bool] = ContextVar("inside of call", default=False)


class _Recorded:
    """Stands for a member of a class, however that is bound."""

    def __init__(self, original: Any, key: Callable[[bool], str]):
        self._original = original
        self._key = key

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        bound = self._original.__get__(instance, owner)
        return _recorded(bound, self._key(instance is not None))


def _recorded(call: Callable[..., Any], key: str) -> Callable[..., Any]:
    @functools.wraps(call)
    def recorded(*args: Any, **kwargs: Any) -> Any:
        if _inside_of_call.get():
            return call(*args, **kwargs)
        outcomes.setdefault(key, "fails")
        token = _inside_of_call.set(True)
        try:
            result = call(*args, **kwargs)
        finally:
            _inside_of_call.reset(token)
        if inspect.iscoroutine(result):
            return _awaited(result, key)
        _note_answer(key)
        return result

    return recorded


async def _awaited(result: Any, key: str) -> Any:
    token = _inside_of_call.set(True)
    try:
        value = await result
    finally:
        _inside_of_call.reset(token)
    _note_answer(key)
    return value


def _note_answer(key: str) -> None:
    outcomes[key] = "works"
    # What is made before a test begins is not what it is about.
    for test in _running:
        tests.setdefault(key, test)


def _key_of(each: Watched, flavour: str, name: str, has_class_form: bool, has_instance_form: bool):
    def key(is_of_instance: bool) -> str:
        is_written_on_instance = has_instance_form and (is_of_instance or not has_class_form)
        owner = each.of_instance if is_written_on_instance else each.of_class
        return f"{each.client} {flavour} {owner}.{name}"

    return key


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item):
    # Without its parameters: both forms of a client are one test.
    _running.append(item.nodeid.partition("[")[0])
    try:
        return (yield)
    finally:
        _running.pop()


def pytest_configure() -> None:
    # While the members are still those of the clients; what was read is remembered.
    read_surface()
    for each in watched:
        for flavour, owner in each.classes.items():
            for name, found, written in list(members(each, owner)):
                if isinstance(found, _Recorded):
                    continue
                forms = [f"{each.of_class}.{name}" in written, f"{each.of_instance}.{name}" in written]
                setattr(owner, name, _Recorded(found, _key_of(each, flavour, name, *forms)))

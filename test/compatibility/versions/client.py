"""What an official Python client of any version is asked to do: with nothing but a key, E2B_DOMAIN and the authority.

Prints a line of JSON for each call. A call that the version does not have is "none".
"""

import inspect
import json
import time
import urllib.request
from types import SimpleNamespace
from typing import Any, Callable

import e2b
from e2b import Sandbox

missing = object()
state = SimpleNamespace(sandbox=None)


def equal(found: Any, expected: Any) -> None:
    if found != expected:
        raise AssertionError(f"found {found!r}, expected {expected!r}")


def create() -> None:
    # The constructor made sandboxes before 2.0.
    make = getattr(Sandbox, "create", None) or Sandbox
    state.sandbox = make("base", timeout=120, metadata={"of": "versions"})
    state.id = state.sandbox.sandbox_id


def connect() -> None:
    equal(Sandbox.connect(state.id).commands.run("echo connected").stdout, "connected\n")


def list_all() -> None:
    listed = Sandbox.list()
    found = listed if isinstance(listed, list) else listed.next_items()
    equal(state.id.split("-")[0] in [each.sandbox_id.split("-")[0] for each in found], True)


def get_info() -> Any:
    if not hasattr(state.sandbox, "get_info"):
        return missing
    equal(state.sandbox.get_info().sandbox_id.startswith(state.id.split("-")[0]), True)


def is_running() -> None:
    equal(state.sandbox.is_running(), True)


def set_timeout() -> None:
    state.sandbox.set_timeout(180)


def run() -> None:
    result = state.sandbox.commands.run("echo out; echo err >&2")
    equal((result.stdout, result.stderr, result.exit_code), ("out\n", "err\n", 0))


def run_failing() -> None:
    try:
        state.sandbox.commands.run("exit 3")
    except e2b.CommandExitException as error:
        return equal(error.exit_code, 3)
    raise AssertionError("it did not fail")


def send_stdin() -> None:
    commands = state.sandbox.commands
    # Before there was an option, every command had an open input.
    options = {"stdin": True} if "stdin" in inspect.signature(commands._start).parameters else {}
    handle = commands.run('read line; echo "got $line"', background=True, **options)
    commands.send_stdin(handle.pid, "a line\n")
    equal(handle.wait().stdout, "got a line\n")


def list_and_kill() -> None:
    handle = state.sandbox.commands.run("sleep 600", background=True)
    equal(handle.pid in [each.pid for each in state.sandbox.commands.list()], True)
    equal(state.sandbox.commands.kill(handle.pid), True)


def write_and_read() -> None:
    state.sandbox.files.write("directory/file.txt", "written")
    equal(state.sandbox.files.read("directory/file.txt"), "written")


def list_files() -> None:
    equal([each.name for each in state.sandbox.files.list("directory")], ["file.txt"])


def move_files() -> None:
    files = state.sandbox.files
    files.make_dir("made")
    files.rename("made", "renamed")
    equal(files.exists("renamed"), True)
    files.remove("renamed")
    equal(files.exists("renamed"), False)


def watch() -> None:
    watch = getattr(state.sandbox.files, "watch_dir", None) or state.sandbox.files.watch
    handle = watch("directory")
    state.sandbox.files.write("directory/seen", "")
    seen: list[str] = []
    end = time.monotonic() + 30
    while "seen" not in seen and time.monotonic() < end:
        seen += [each.name for each in (getattr(handle, "get_new_events", None) or handle.get)()]
    equal("seen" in seen, True)
    handle.stop()


def pty() -> Any:
    # PtySize was renamed, and its arguments changed places.
    from e2b.sandbox.commands.command_handle import PtySize

    handle = state.sandbox.pty.create(PtySize(cols=80, rows=24))
    state.sandbox.pty.send_stdin(handle.pid, b"echo shown | tr a-z A-Z\n")
    shown = b""
    for _, _, data in handle:
        shown += data or b""
        if b"SHOWN" in shown:
            break
    equal(state.sandbox.pty.kill(handle.pid), True)


def fetched(url: str, data: bytes | None = None, headers: dict[str, str] | None = None) -> str:
    request = urllib.request.Request(url, data=data, headers=headers or {})
    return urllib.request.urlopen(request, timeout=30).read().decode()


def get_host() -> None:
    state.sandbox.commands.run("python3 -m http.server 8000", background=True)
    state.sandbox.commands.run("until curl -s -o /dev/null localhost:8000; do sleep 0.1; done")
    equal(fetched(f"https://{state.sandbox.get_host(8000)}/directory/file.txt"), "written")


def download_url() -> Any:
    if not hasattr(state.sandbox, "download_url"):
        return missing
    equal(fetched(state.sandbox.download_url("directory/file.txt")), "written")


def upload_url() -> Any:
    if not hasattr(state.sandbox, "upload_url"):
        return missing
    disposition = 'Content-Disposition: form-data; name="file"; filename="up.txt"'
    body = f"--b\r\n{disposition}\r\n\r\nuploaded\r\n--b--\r\n".encode()
    fetched(state.sandbox.upload_url("up.txt"), body, {"Content-Type": "multipart/form-data; boundary=b"})
    equal(state.sandbox.files.read("up.txt"), "uploaded")


def get_metrics() -> Any:
    if not hasattr(state.sandbox, "get_metrics"):
        return missing
    equal(isinstance(state.sandbox.get_metrics(), list), True)


def pause() -> Any:
    pause = getattr(state.sandbox, "pause", None) or getattr(state.sandbox, "beta_pause", None)
    if pause is None:
        return missing
    pause()
    resumed = (getattr(Sandbox, "resume", None) or Sandbox.connect)(state.id)
    equal(resumed.files.read("directory/file.txt"), "written")


def snapshot() -> Any:
    if not hasattr(state.sandbox, "create_snapshot"):
        return missing
    equal(Sandbox.delete_snapshot(state.sandbox.create_snapshot().snapshot_id), True)


def fork() -> Any:
    if not hasattr(state.sandbox, "fork"):
        return missing
    (copy,) = state.sandbox.fork()
    equal(copy.files.read("directory/file.txt"), "written")
    copy.kill()


def kill() -> None:
    state.sandbox.kill()
    equal(Sandbox.kill(state.id), False)


# Each call, under the name that the table has for it. They follow one another on one sandbox.
calls: dict[str, Callable[[], Any]] = {
    "Sandbox.create": create,
    "Sandbox.connect": connect,
    "Sandbox.list": list_all,
    "sandbox.get_info": get_info,
    "sandbox.is_running": is_running,
    "sandbox.set_timeout": set_timeout,
    "commands.run": run,
    "commands.run of one that fails": run_failing,
    "commands.send_stdin": send_stdin,
    "commands.list and kill": list_and_kill,
    "files.write and read": write_and_read,
    "files.list": list_files,
    "files.make_dir, rename, exists and remove": move_files,
    "files.watch_dir": watch,
    "pty.create": pty,
    "sandbox.get_host": get_host,
    "sandbox.download_url": download_url,
    "sandbox.upload_url": upload_url,
    "sandbox.get_metrics": get_metrics,
    "pause and resume": pause,
    "sandbox.create_snapshot": snapshot,
    "sandbox.fork": fork,
    "sandbox.kill": kill,
}

for name, make in calls.items():
    outcome = {"call": name, "result": "works"}
    try:
        if make() is missing:
            outcome["result"] = "none"
    except Exception as error:  # Whatever an old client raises is the result.
        outcome = {**outcome, "result": "fails", "text": f"{type(error).__name__}: {error}"}
    print(json.dumps(outcome), flush=True)
    if state.sandbox is None:
        break

"""The kernel of Bash: an interactive shell, which a signal takes back to its next command, without a terminal.

What it is told to run comes through its standard input, a command each; cells read nothing there. The last command of each
request writes an event, with the status of the cell.
"""

import re
import shlex
import signal

from pipe_kernel import PipeKernel

# The shell asks for nothing, keeps no history, and takes "!" for what it is.
SETUP = "export -n PS1 PS2; unset PROMPT_COMMAND MAILCHECK TMOUT; set +H +o history"


def is_name(text):
    """Other programs allow more in the name of a variable than a shell does."""
    return re.fullmatch(r"[A-Za-z_]\w*", text, re.ASCII) is not None


class BashKernel(PipeKernel):
    reads_input = True
    # A shell takes a signal for its child's when that has just ended by itself.
    loses_interrupts = True

    def argv(self, requests, events):
        self.event_pipe = events
        return ["bash", "--noprofile", "--norc", "--noediting", "-i"]

    async def start(self):
        self.environment = {**self.environment, "PS1": "", "PS2": "", "TERM": self.environment.get("TERM", "dumb")}
        await super().start()

    async def _spawn(self):
        await super()._spawn()
        self.requests.write(f"{SETUP}\n{self.event('ready')}".encode())

    def encode(self, request):
        if request["type"] == "execute":
            code = f"eval {shlex.quote(request['code'])}"
        else:
            exports = [f"export {name}={shlex.quote(value)}" for name, value in request["set"].items() if is_name(name)]
            # A copy of a sandbox draws numbers of its own.
            reseed = ["RANDOM=$SRANDOM"] if "E2B_SANDBOX_ID" in request["set"] else []
            code = "; ".join([*exports, *(f"unset {name}" for name in request["unset"] if is_name(name)), *reseed, ":"])
        # The shell reads a status of its own where the cell has closed the pipe of the events.
        return f"{{ {code}\n}} </dev/null {self.event_pipe}>&-\n{self.event('end')}"

    def event(self, kind):
        return f'builtin printf \'{{"type":"{kind}","status":%d}}\\n\' $? >&{self.event_pipe}\n'

    async def interrupt(self):
        await self.signal(signal.SIGINT)

    def to_events(self, event):
        if event["type"] != "end" or event["status"] == 0:
            return [event]
        status = event["status"]
        error = {"type": "error", "name": "ExitStatus", "value": str(status), "traceback": f"exit status {status}"}
        return [error, event]

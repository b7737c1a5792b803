"""The languages of cells: how callers may name them, and what runs each."""

from java_kernel import JavaKernel
from bash_kernel import BashKernel
from javascript_kernel import JavaScriptKernel, TypeScriptKernel
from jupyter_kernel import PythonKernel, RKernel
from refused import Refused

DEFAULT = "python"

# Those that a sandbox has a context of from the start.
STARTED_WITH = ("python", "javascript")

KERNELS = {
    "python": PythonKernel,
    "javascript": JavaScriptKernel,
    "typescript": TypeScriptKernel,
    "r": RKernel,
    "java": JavaKernel,
    "bash": BashKernel,
}

OTHER_NAMES = {"python3": "python", "js": "javascript", "ts": "typescript"}


def language_of(name):
    """The language that a caller means, python unless one is named."""
    name = (name or DEFAULT).strip().lower()
    language = OTHER_NAMES.get(name, name)
    if language not in KERNELS:
        raise Refused(400, f"language {name!r} is not there: there are {', '.join(KERNELS)}")
    return language

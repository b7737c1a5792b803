"""The kernels of JavaScript and TypeScript: Node, with a worker beside the cells."""

import os

from pipe_kernel import PipeKernel

PROGRAM = os.path.join(os.path.dirname(__file__), "javascript/kernel.mjs")


class JavaScriptKernel(PipeKernel):
    language = "javascript"

    def argv(self, requests, events):
        # Types are taken off by a part of Node that warns of itself.
        return ["node", "--disable-warning=ExperimentalWarning", PROGRAM, self.language, str(requests), str(events)]


class TypeScriptKernel(JavaScriptKernel):
    language = "typescript"

"""The kernel of Java: a machine of Java that runs cells by its own shell, JShell."""

import os

from pipe_kernel import PipeKernel

CLASSES = os.path.join(os.path.dirname(__file__), "java/classes")

# Small and soon there: cells are short, and the memory of a sandbox is not large.
OPTIONS = [
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:MaxRAMPercentage=50",
    # Java has no call that makes a descriptor of a number.
    "--add-opens=java.base/java.io=ALL-UNNAMED",
]


class JavaKernel(PipeKernel):
    def argv(self, requests, events):
        return ["java", *OPTIONS, "-cp", CLASSES, "cay.Kernel", str(requests), str(events)]


# Of the sandbox. A process that was alive when its sandbox was saved goes on with the same random generators in every sandbox
# that is restored from it. After a restore each process gets SIGURG; see /usr/lib/cay/reseed.py for what happens then.
# CAY_RESEED=off leaves the generators as they are.
def _reseed_after_restores():
    import os
    import _signal

    def reseed(*_):
        path = "/usr/lib/cay/reseed.py"
        with open(path) as source:
            exec(compile(source.read(), path, "exec"), {"__name__": "cay_reseed"})

    if os.environ.get("CAY_RESEED") == "off":
        return
    try:
        _signal.signal(_signal.SIGURG, reseed)
    except ValueError:
        pass  # Not the main interpreter: only that one hears signals.


_reseed_after_restores()
del _reseed_after_restores

"""Run by /etc/python3*/sitecustomize.py when the sandbox was restored: generators of this process draw new seeds.

Only what a program has loaded already has a state that other sandboxes have too.
"""

import os
import sys


def _attempt(name, reseed):
    module = sys.modules.get(name)
    if module is None:
        return
    try:
        reseed(module)
    except Exception as error:
        print(f"{name} was not reseeded after a restore: {error}", file=sys.stderr)


_attempt("random", lambda random: random.seed())
_attempt("_ssl", lambda ssl: ssl.RAND_add(os.urandom(48), 48.0))
_attempt("numpy.random", lambda numpy_random: numpy_random.seed())

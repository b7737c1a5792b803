#!/bin/bash
# prepare-exec.sh DIRECTORY: prints a script that runs its arguments, or a shell, in the dev container of that directory. The start
# command of the official client writes it to /devcontainer.sh.
set -eu
printf '#!/bin/bash\nif [ $# = 0 ]; then set -- /bin/sh; fi\nexec devcontainer exec --workspace-folder %q "$@"\n' "$1"

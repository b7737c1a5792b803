# Enters the view of a service: sh enter-view.sh FSTAB VIEW PROGRAM [ARGUMENT...], in a mount namespace of its own.
# Afterwards the view is the root file system, nothing else is mounted, and the program has taken this process over.
# Nothing else may stay mounted: a file system that the node unmounts later would live on in here.
set -e
mount --all --fstab "$1"
pivot_root "$2" "$2/.outside"
cd /
umount --lazy /.outside
shift 2
exec "$@"

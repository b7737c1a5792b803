#!/bin/bash
# Starts dockerd in a sandbox, in the foreground.
set -eu -o pipefail

# Limits of containers. gVisor has these controllers, as version 1.
if ! mountpoint -q /sys/fs/cgroup; then
  mount -t tmpfs -o mode=755 cgroup /sys/fs/cgroup
  for controller in cpu cpuacct cpuset devices job memory pids; do
    mkdir "/sys/fs/cgroup/$controller"
    mount -t cgroup -o "$controller" cgroup "/sys/fs/cgroup/$controller"
  done
fi

# The upper layer of an overlay must be a tmpfs in gVisor. Images and containers are in memory therefore, up to this share of it.
share_percent=60
if ! mountpoint -q /var/lib/docker && grep -q overlay2 /etc/docker/daemon.json; then
  total_kb=$(awk '/^MemTotal:/ { print $2 }' /proc/meminfo)
  mkdir -p /var/lib/docker
  mount -t tmpfs -o "size=$((total_kb * share_percent / 100))k,mode=710" docker /var/lib/docker
  # What a step of the template has kept (with-docker).
  if [ -e /var/lib/docker.tar ]; then
    tar --xattrs '--xattrs-include=*' -C /var/lib/docker -xf /var/lib/docker.tar
  fi
fi

rm -f /var/run/docker.pid
exec dockerd

# What gVisor cannot do is taken out of the spec of a container:
# * a PID namespace: no process can join one (setns), so `docker exec` would fail;
# * the network namespace of a container that asked for no network: it shares that of the sandbox. A sandbox whose programs talk over
#   a bridge cannot be restored from its memory;
# * capabilities that the sandbox itself lacks, which `--privileged` asks for.

# In the order of their numbers (capabilities(7)).
def names: "CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE
  NET_BROADCAST NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN SYS_BOOT
  SYS_NICE SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP"
  | [splits("\\s+")] | map("CAP_" + .);

(names | to_entries | map(select(($bounding / pow(2; .key) | floor) % 2 == 1).value)) as $held
| (["pid"] + if $network == "default" then ["network"] else [] end) as $shared
| .linux.namespaces |= map(select(.type | IN($shared[]) | not))
| if .process.capabilities then .process.capabilities |= map_values(map(select(IN($held[])))) else . end

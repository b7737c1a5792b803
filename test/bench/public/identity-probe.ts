/**
 * What the public benchmark runs inside its timer before `node -v`: it reads what would be the same in a sandbox that was
 * used before (namespaces, control group, first process, boot id, uptime), with about a dozen program starts in one shell.
 */
import type { Sandbox } from 'e2b'

export const probeCommand = [
  'for ns in pid mnt net; do readlink /proc/1/ns/$ns || true; done',
  "sha256sum /proc/self/cgroup | cut -d' ' -f1",
  "tr '\\0' ' ' < /proc/1/cmdline | head -c 200",
  "cut -d' ' -f22 /proc/1/stat",
  'cat /proc/sys/kernel/random/boot_id',
  "cut -d' ' -f1 /proc/uptime",
  'hostname',
  'node -v',
].join('; ')

const commandMsMax = 120_000
const nodeVersion = /^v\d+\.\d+\.\d+$/m

/** Resolves when the probe's answer is there; throws when it is none. */
export async function probe(sandbox: Sandbox): Promise<void> {
  const { stdout } = await sandbox.commands.run(probeCommand, { timeoutMs: commandMsMax })
  if (!nodeVersion.test(stdout)) throw new Error(`the probe answered without a version: ${stdout}`)
}

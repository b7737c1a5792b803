/**
 * A machine of the rig: namespaces of their own for network, mounts, processes and host name, and a boot id of its own. Whatever is
 * started on it ends when it loses its power, at once and without a word; so does it when the test process is killed. Containers
 * that are frozen are left over, see end-containers.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { identifyProcess, isAlive } from '@cay/kit/host/process-identity.ts'
import type { RigNetwork } from './network.ts'

export interface Machine {
  /** Of its first process, as the test sees it. */
  readonly pid: number
  /** What a program on it is started with. */
  readonly enter: readonly string[]
  /** Its first process is there, which goes after all others. */
  isOn(): boolean
  /** SIGKILL to all that runs on it, without a warning. What is frozen stays until it is thawed, and `isOn` as long. */
  cutPower(): Promise<void>
}

export interface MachineOptions {
  /** Where its boot id is written. */
  readonly directory: string
  readonly index: number
  /** Its host name. */
  readonly name: string
  readonly network: RigNetwork
}

/**
 * The first process; it reaps what others leave.
 *
 * A mount namespace can be bound to a file only in one with a lower number. Linux 6.18 takes the numbers from a range of each
 * processor, so that namespaces of one processor may all be lower than one of another. A machine of which a processor cannot
 * make and bind one is given up, for one that was started by another processor.
 */
const init = `
  mount -t proc proc /proc
  mkdir -p /run/netns
  mount -t tmpfs netns /run/netns
  mount --make-private /run/netns
  for cpu in $(seq 0 $(($(nproc --all) - 1))); do
    touch /run/netns/probe
    taskset --cpu-list $cpu unshare --mount=/run/netns/probe true 2>/dev/null || exit 75
    umount /run/netns/probe
    rm /run/netns/probe
  done
  hostname "$2"
  mount --bind "$1" /proc/sys/kernel/random/boot_id
  taskset --pid --cpu-list 0-$(($(nproc --all) - 1)) $$ > /dev/null
  echo up
  sleep infinity &
  wait`

export async function startMachine({ directory, index, name, network }: MachineOptions): Promise<Machine> {
  await mkdir(directory, { recursive: true })
  const bootId = `${directory}/boot-id-${index}`
  await rm(bootId, { force: true })
  await writeFile(bootId, `${randomUUID()}\n`)
  const child = await boot([bootId, name])
  const pid = firstProcessOf(child.pid ?? 0)
  const first = identifyProcess(pid)
  if (first === undefined) throw new Error(`${name} has ended at its start`)
  await network.connect(index, pid)
  return {
    pid,
    isOn: () => isAlive(first),
    enter: ['nsenter', `--target=${pid}`, '--net', '--mount', '--uts', '--pid', '--'],
    cutPower: () => cutPower(child),
  }
}

const namespaces = ['--net', '--mount', '--uts', '--pid', '--fork', '--kill-child=KILL']

/** Tries the processors in turn; another process may take numbers meanwhile, so more than once. */
async function boot(args: readonly string[]) {
  const processors = availableParallelism()
  for (let turn = 0; turn < 8 * processors; turn++) {
    const child = spawn(
      'setpriv',
      [
        ...['--pdeathsig=KILL', 'taskset', '--cpu-list', String(turn % processors), 'unshare', ...namespaces],
        ...['--', 'sh', '-ec', init, 'sh', ...args],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const isUp = await Promise.race([
      once(child.stdout, 'data').then(() => true),
      once(child, 'exit').then(() => false),
    ])
    if (isUp) return child
  }
  throw new Error('a machine of the rig could not be started: see above')
}

function firstProcessOf(unshare: number): number {
  return Number(readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8').trim())
}

async function cutPower(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

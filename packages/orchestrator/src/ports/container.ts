/** What a container is made of on a machine. */

import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type { ContainerVolumes } from './volume.ts'

export interface Resources {
  readonly cpuCount: number
  readonly memoryMb: number
  readonly diskSizeMb: number
}

/** A network namespace with one address, good for one start of a container (the runtime takes the address out of it). */
export interface NetworkSlot {
  readonly index: number
  /** Name and path of the namespace. */
  readonly netns: string
  readonly netnsPath: string
  /** A mount namespace that belongs to the slot; the runtime and the container's disk live in it. */
  readonly mountNamespacePath: string
  /** The sandbox's IPv4 address, reachable from the node. */
  readonly address: string
}

export interface SlotOptions {
  /**
   * Whether 127.0.0.0/8 is the namespace's own, as it is unless said otherwise. Where it is not, connections to it leave the
   * slot as any others do: the egress gateway decides.
   */
  readonly hasLoopback?: boolean
}

export interface NetworkSlots {
  /** Throws ServiceError `no_capacity` when all slots are taken. */
  acquire(options?: SlotOptions): Promise<NetworkSlot>
  release(slot: NetworkSlot): Promise<void>
}

/** What a container has before it is known what it will run: everything of it lies in `directory` or is named here. */
export interface PreallocatedSlot {
  /** `c` and 20 characters of [a-z0-9]; the container's id. */
  readonly id: string
  readonly directory: string
  readonly slot: NetworkSlot
}

/** The build of the runtime that a container runs under; whatever is asked of the container is asked of that. */
export interface Engine {
  /** Absolute path. */
  readonly program: string
  readonly sha256: string
  /** What it calls itself, and the flags it was started with: memory is bound to all of these. */
  readonly version: string
  readonly flags: readonly string[]
}

/** One runsc container. */
export interface Container extends PreallocatedSlot {
  /** Absent: whatever is installed. */
  readonly engine?: Engine
  readonly resources: Resources
  /** Absolute path of the EROFS file: a name of its own in `directory`, so that it is there as long as the container is. */
  readonly rootfs: string
  /** Absent: it has no directory of volumes. */
  readonly volumes?: ContainerVolumes
}

export interface Disks {
  /** Makes a disk for the writable layer, mounted at `<directory>/disk` inside the slot's mount namespace. */
  attach(preallocated: PreallocatedSlot, diskSizeMb: number): Promise<void>
  /** Removes what attach made; no error when there is nothing. */
  detach(preallocated: PreallocatedSlot): Promise<void>
  /** Equal for two names of one EROFS file. */
  identifyRootfs(source: string): Promise<string>
  /** Gives the EROFS file, and the list of its paths, second names, which are the container's own. */
  linkRootfs(source: string, container: Container): Promise<void>
}

export interface Runtime {
  /** What `runsc --version` says, one line. */
  version(): Promise<string>
  /** Flags that a checkpoint is bound to. */
  readonly flags: readonly string[]
  /** Boots the container's root file system; resolves when its first process runs. */
  boot(container: Container): Promise<ProcessIdentity>
  /** Creates the container without starting it: a restore finishes it. Resolves with the process that waits. */
  create(container: Container): Promise<ProcessIdentity>
  /** Brings a checkpoint back as this container, whether it was created before or not. */
  restore(container: Container, imageDirectory: string): Promise<ProcessIdentity>
  /** Mounts the volumes of a container that was begun with the directory of volumes, and with none in it. */
  attachVolumes(container: Container): Promise<void>
  /**
   * Writes memory and file system changes into the (existing, empty) directory; the container goes on. Throws ServiceError
   * `disk_full` when the node's disk cannot hold them.
   */
  checkpoint(container: Container, imageDirectory: string): Promise<void>
  /**
   * From here on, memory that runs out costs one of the processes that come later, not envd and not the sandbox. Call it
   * before there are any. Where users' processes were restored it may also cost one of those that are there, of which the
   * largest goes; whether that is envd cannot be told from outside.
   */
  shieldDaemon(container: Container, sentry: ProcessIdentity, hasUsers: boolean): Promise<void>
  /** False also for one that is frozen and was sent SIGKILL: it dies when it is thawed. */
  isAlive(process: ProcessIdentity): boolean
  /** False: the process that serves the files of its volumes has ended, and they give I/O errors. */
  hasFileServer(container: Container): Promise<boolean>
  /** Ends the container's processes; resolves when they are gone. No error when there are none. */
  kill(container: Container, process: ProcessIdentity | undefined): Promise<void>
}

export interface Cgroups {
  /** Living processes of the container that the runtime may have left; SIGKILL is the caller's. */
  processes(containerId: string): Promise<number[]>
  /**
   * Resolves when no process of the container gets a processor any more. Rejects when it has none, or when one would not
   * stop in time; then all of them go on. What is frozen can be killed with SIGKILL and a thaw.
   */
  freeze(containerId: string): Promise<void>
  /** They go on. No error for a container that is not frozen, or has no group. */
  thaw(containerId: string): Promise<void>
  /**
   * How many of its processes the kernel has ended because its memory was used up, since it was made; also of one that is
   * dead, until it is removed. 0 where there is no group.
   */
  memoryKills(containerId: string): Promise<number>
  remove(containerId: string): Promise<void>
}

/** TCP connections between the node and its sandboxes, whichever side opened them. */
export interface Connections {
  /** The addresses of all sandboxes with an open connection, as of after the call; other addresses may be among them. */
  addresses(): Promise<ReadonlySet<string>>
  /** Resolves when none to this address is open, whichever process of the node held it; gives up if new ones are always opened. */
  reset(address: string): Promise<void>
}

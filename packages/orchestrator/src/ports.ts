/** What the orchestrator's verbs need of a machine. The real side is in edge/, the simulated one in sim/. */
import type { DeniedProtocol } from '@cay/core/egress/denials.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { BuildContext } from '@cay/core/template/build-steps.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'

export type { EgressLists, EndReason }

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

export interface NetworkSlots {
  /** Throws ServiceError `no_capacity` when all slots are taken. */
  acquire(): Promise<NetworkSlot>
  release(slot: NetworkSlot): Promise<void>
}

/** What a container has before it is known what it will run: everything of it lies in `directory` or is named here. */
export interface Berth {
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
export interface Container extends Berth {
  /** Absent: whatever is installed. */
  readonly engine?: Engine
  readonly resources: Resources
  /** Absolute path of the EROFS file: a name of its own in `directory`, so that it is there as long as the container is. */
  readonly rootfs: string
}

export interface Disks {
  /** Makes a disk for the writable layer, mounted at `<directory>/disk` inside the slot's mount namespace. */
  attach(berth: Berth, diskSizeMb: number): Promise<void>
  /** Removes what attach made; no error when there is nothing. */
  detach(berth: Berth): Promise<void>
  /** Gives the EROFS file, and the list of its paths, second names, which are the container's own. */
  lendRootfs(source: string, container: Container): Promise<void>
}

export interface Runtime {
  /** What `runsc --version` says, one line. */
  version(): Promise<string>
  /** Flags that a checkpoint is bound to. */
  readonly flags: readonly string[]
  /** Boots the container's root file system; resolves when its first process runs. */
  boot(container: Container): Promise<ProcessIdentity>
  /** Brings a checkpoint back as this container. */
  restore(container: Container, imageDirectory: string): Promise<ProcessIdentity>
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
  isAlive(process: ProcessIdentity): boolean
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

/** What commands get that name none. */
export interface GuestDefaults {
  readonly user: string
  /** Absent: the user's home. */
  readonly workdir?: string | undefined
}

/** A build that is ready to be restored. */
export interface TemplateBuild {
  readonly templateId: string
  readonly buildId: string
  readonly alias: string
  readonly resources: Resources
  readonly envdVersion: string
  readonly createdAtMs: number
  /** Absolute paths of the EROFS file and of the checkpoint's directory. */
  readonly rootfs: string
  readonly checkpoint: string
  /** Of what comes with the program: what it runs, and as whom. Absent: nothing. */
  readonly starts?: { readonly user: string; readonly command: string; readonly ready: string }
  /** Absent for what comes with the program. */
  readonly made?: MadeFacts
  /** Whom it may reach before it is somebody's: nobody, when processes of users are in the checkpoint. */
  readonly egress?: EgressLists
  /** Absent: those of the daemon. */
  readonly defaults?: GuestDefaults
}

/** What a build that somebody ordered leaves besides its files. */
export interface MadeFacts {
  readonly teamId: string
  /** What the root file system alone was made from; equal keys have equal files. */
  readonly rootfsKey: string
  /** As the steps left it. */
  readonly context: BuildContext
  /** Empty for none. */
  readonly startCommand: string
  readonly readyCommand: string
  /** What sandboxes get, whatever the steps left. */
  readonly defaults?: GuestDefaults
  /** What envd in the checkpoint asks of the node. */
  readonly controlToken: string
}

export interface Templates {
  /** Newest build first. */
  list(): Promise<TemplateBuild[]>
}

/** What one call to envd gives a sandbox. */
export interface GuestIdentity {
  readonly sandboxId: string
  readonly templateId: string
  readonly hostname: string
  /** Absent: envd asks clients for no token. */
  readonly accessToken?: string
  /** Replaces the one that `currentControlToken` of the call names. */
  readonly controlToken: string
  readonly envVars: Readonly<Record<string, string>>
  /** What commands get that name none; absent keeps what envd has. */
  readonly defaultUser?: string
  readonly defaultWorkdir?: string
  /** Some of it cannot be seen from inside: the disk looks endless there. */
  readonly resources: Resources
  readonly timestampMs: number
}

export interface Daemon {
  /** Resolves when envd at the address answers its health check; rejects after `timeoutMs`. */
  waitReady(address: string, timeoutMs: number): Promise<void>
  init(address: string, identity: GuestIdentity, currentControlToken?: string): Promise<void>
  /**
   * Writes all that was changed in the root file system into a new file. Every other process stands still from then on, until
   * it is let go or the container ends. Throws ServiceError `disk_full` when the node's disk cannot hold it.
   */
  exportChanges(order: ExportOrder): Promise<Standstill>
  /** Into a sandbox that was just booted and in which nobody has been; when it fails the sandbox is to be given up. */
  importChanges(address: string, file: string): Promise<void>
  /** Has a command run, of a sandbox that asks clients for no token. Rejects when none can. */
  rehearse(address: string): Promise<void>
  /** Who is at work in the sandbox, this question left out. */
  idle(address: string, controlToken: string | undefined): Promise<GuestActivity>
}

export interface ExportOrder {
  readonly address: string
  /** Absent in one in which nobody has been. */
  readonly controlToken?: string
  /** The EROFS file of the container, beside which its paths are listed. */
  readonly rootfs: string
  readonly file: string
}

export interface Standstill {
  letGo(): void
}

export interface GuestActivity {
  /** Processes of users that are alive. */
  readonly processes: number
  /** Calls to the daemon that are being answered. */
  readonly requests: number
}

/** TCP connections between the node and its sandboxes, whichever side opened them. */
export interface Connections {
  /** Of all sandboxes with one that somebody holds, as it is after the call; addresses of others may be among them. */
  addresses(): Promise<ReadonlySet<string>>
  /** Resolves when none to this address is open, whoever held it on the node's side; gives up on who always makes new ones. */
  cut(address: string): Promise<void>
}

export interface Clock {
  nowMs(): number
}

/** How requests reach the sandbox's ports, in the caller's words: for the proxy. */
export interface Ingress {
  /** Empty: anybody may come. */
  readonly trafficToken: string
  /** Empty: the one that the client named. */
  readonly maskRequestHost: string
  readonly httpsPorts: readonly number[]
}

export const openIngress: Ingress = { trafficToken: '', maskRequestHost: '', httpsPorts: [] }

/** What makes a container a sandbox; it outlives the container when the sandbox is paused. */
export interface Claim {
  readonly sandboxId: string
  readonly startedAtMs: number
  readonly endAtMs: number
  readonly egress: EgressLists
  readonly ingress: Ingress
  readonly lifecycle: Lifecycle
  readonly envVars: Readonly<Record<string, string>>
  /** Absent: envd asks clients for no token. */
  readonly accessToken?: string
}

/** A sandbox that lives in a snapshot. Its `endAtMs` is when it was paused. */
export interface PausedSandbox {
  readonly claim: Claim
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly snapshotId: string
  readonly filesOnly: boolean
  /** The container that still has it in memory, frozen, as long as there is room for it. */
  readonly frozenContainerId?: string
}

/** What is in a snapshot, whatever it lies in. */
export interface SnapshotFacts {
  readonly snapshotId: string
  /** Files: what was changed in the file system, and nothing of the memory. */
  readonly kind: 'memory' | 'files'
  /** A sandbox's own goes with its pause; a caller's stays until it is deleted. */
  readonly owner: 'sandbox' | 'caller'
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly envVars: Readonly<Record<string, string>>
  /** What envd in it asks of the node. */
  readonly controlToken: string
  /** Those of its template: envd that is booted anew has to be told. */
  readonly defaults?: GuestDefaults
  /** What saved its memory. */
  readonly engine?: Engine
  readonly createdAtMs: number
}

export interface ListedSnapshot extends SnapshotFacts {
  /** Bytes on the disk that are there for it alone. */
  readonly diskBytes: number
}

export interface Snapshot extends ListedSnapshot {
  /** Absolute paths of the EROFS file and of the checkpoint's directory. */
  readonly rootfs: string
  readonly checkpoint: string
  /** Of the kind `files`: the archive of all that was changed. */
  readonly files: string
}

/** Where a snapshot's content is to be laid. */
export interface SnapshotDraft {
  /** An empty directory for the runtime's files. */
  readonly checkpoint: string
  /** Nothing is there yet. */
  readonly files: string
}

export interface Snapshots {
  /** What was half made under this id is gone. */
  begin(snapshotId: string): Promise<SnapshotDraft>
  /**
   * Makes what was begun visible, in one step, and durable unless it is to be transient. Throws ServiceError `disk_full`.
   */
  publish(
    facts: SnapshotFacts,
    rootfs: string,
    options?: { readonly isTransient?: boolean },
  ): Promise<Snapshot>
  /** Whether it is there, whole or damaged. */
  has(snapshotId: string): Promise<boolean>
  /**
   * Throws ServiceError `precondition_failed` that says why its memory cannot be used on this node, `snapshot_damaged`. With
   * `filesWanted` the processor may lack something: enough may still run to get at the files.
   */
  open(snapshotId: string, options?: { readonly filesWanted?: boolean }): Promise<Snapshot>
  /** Published or half made; no error when there is none. */
  remove(snapshotId: string): Promise<void>
  /** Those whose manifest can be read. */
  list(): Promise<ListedSnapshot[]>
}

/** The outbound gate, which learns of sandboxes and their lists by watching. */
export interface Gate {
  /** Resets what the sandbox has open, and for so long what it opens anew; 0: what it opens anew is carried again. */
  cut(sandboxId: string, refuseMs: number): Promise<void>
  /**
   * Waits until the gate follows this generation of the sandbox. False when the gate is away: it lets nothing out until it
   * does. Throws when it is there and has not heard of it within a few seconds.
   */
  heardOf(sandboxId: string, generation: bigint): Promise<boolean>
  /** What was refused, as it happens. Ends or throws when the gate goes away or falls silent. */
  watchDenials(signal: AbortSignal): AsyncIterable<GateDenial>
  /** Packets that the packet rules have refused to the sandbox: it lists them among what it refused itself. */
  reportPackets(sandboxId: string, packets: readonly RefusedPackets[]): Promise<void>
}

/** Of one sandbox to one place, since the last time. */
export interface RefusedPackets {
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'other'
  readonly address: string
  /** 0 where there are none. */
  readonly port: number
  readonly count: number
  /** Wherever they went: the sandbox has opened too many connections, or too fast. */
  readonly isOverShare: boolean
}

export interface GateDenial {
  readonly sandboxId: string
  readonly atMs: number
  readonly protocol: DeniedProtocol
  /** Empty when a name was asked for. */
  readonly address: string
  readonly port: number
  /** Empty when none is known. */
  readonly name: string
  readonly rule: string
}

/** The part of the policies that the node's packet rules hold, by sandbox address. */
export interface PacketRules {
  /** What was refused since the last call, by the slots' names; what it does not know by now is lost. */
  takeRefused(): Promise<ReadonlyMap<string, readonly RefusedPackets[]>>
  /** In one step; nothing is done when neither the old lists nor the new ones say anything. */
  set(address: string, lists: EgressLists): Promise<void>
}

/** A container as the node remembers it over its own restarts. Written before the container's parts are made. */
export interface ContainerRecord {
  readonly container: Container
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  /** Those of its template. */
  readonly defaults?: GuestDefaults
  /** Absent until the container runs. */
  readonly process?: ProcessIdentity
  /** What envd asks of the node; absent until a sandbox was made of the container. */
  readonly controlToken?: string
  /** Absent while the container waits in the pool. */
  readonly claim?: Claim
}

export interface EndedSandbox {
  readonly claim: Claim
  readonly templateId: string
  readonly buildId: string
  readonly resources: Resources
  readonly reason: EndReason
  readonly endedAtMs: number
}

export interface Records {
  /** Makes the container's directory. */
  open(berth: Berth): Promise<void>
  write(record: ContainerRecord): Promise<void>
  /** Also removes everything in the container's directory. */
  remove(containerId: string): Promise<void>
  /** What can be read, and the ids of directories without a readable record. */
  list(): Promise<{ records: ContainerRecord[]; unreadable: string[] }>
  /** Throws ServiceError `disk_full`. */
  writeEnded(ended: EndedSandbox): Promise<void>
  removeEnded(sandboxId: string): Promise<void>
  listEnded(): Promise<EndedSandbox[]>
  /** Outlasts a power cut. Throws ServiceError `disk_full`. */
  writePaused(paused: PausedSandbox): Promise<void>
  /** No error when there is none. */
  removePaused(sandboxId: string): Promise<void>
  /** What can be read, and the ids of those that cannot. */
  listPaused(): Promise<{ paused: PausedSandbox[]; unreadable: string[] }>
  /** What was removed before stays removed, also after a power cut. */
  settlePaused(): Promise<void>
}

/** What control has to say before the node does something by itself. */
export interface Consent {
  /**
   * Whether the team of a paused sandbox may have one more running. `unanswered`: control is away, which is no refusal:
   * sandboxes do not hang on it. Throws quota_exceeded.
   */
  admitResume(sandboxId: string, generation: bigint): Promise<'admitted' | 'unanswered'>
}

export interface HostRoom {
  readonly memoryAvailableMb: number
  readonly diskAvailableMb: number
}

export interface Host {
  room(): Promise<HostRoom>
  /** `bytes` random bytes as lower-case hex. */
  randomHex(bytes: number): string
}

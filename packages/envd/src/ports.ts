/** What the daemon needs of the system it runs on. Fakes of these ports need no system at all. */

import type { Readable } from 'node:stream'
import type { MemoryUse } from '@cay/core/memory/bounds.ts'
import type { HeldMemory } from '@cay/core/memory/choose-ended.ts'
import type { ProcessEnd } from '@cay/core/process/exit-status.ts'

export interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** The primary group among them. */
  readonly groups: readonly number[]
  readonly home: string
  readonly shell: string
}

export interface UserDirectory {
  find(name: string): User | undefined
  /** The number as text when nobody has it. */
  userName(uid: number): string
  groupName(gid: number): string
}

export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

/** A program to be started, and as whom. */
export interface Command {
  readonly command: string
  /** What the program sees as its own name; without it the command. */
  readonly name?: string
  readonly args: readonly string[]
  /** `NAME=value`. */
  readonly environment: readonly string[]
  /** Where commands without a slash are looked for. */
  readonly searchPath: string
  readonly workingDirectory: string
  readonly user: User
}

export interface Launch extends Command {
  /** `terminal` has its size; `closed` and `open` say what standard input is. */
  readonly stdio:
    | { readonly kind: 'terminal'; readonly size: TerminalSize }
    | { readonly kind: 'open' | 'closed' }
}

export type OutputSource = 'stdout' | 'stderr' | 'pty'

/** Called in the order in which things happen; `ended` comes once, after `drained` of every source or without it. */
export interface ProcessListener {
  /** The bytes are the listener's until it returns; what it keeps it copies. */
  output(source: OutputSource, bytes: Uint8Array): void
  /** Every output of the process has reached its end. */
  drained(): void
  /** The process was reaped. Its output may go on: other processes can hold it open. */
  reaped(end: ProcessEnd): void
}

export interface StartedProcess {
  readonly pid: number
  /** Resolves once the system has taken all bytes; fails with `broken_pipe` semantics as an `internal` error. */
  write(bytes: Uint8Array): Promise<void>
  /** End of file on standard input. Repeating it does nothing. */
  closeInput(): void
  resize(size: TerminalSize): void
  /** Flow control of every output. */
  pauseOutput(): void
  resumeOutput(): void
  /** Closes our ends of everything: nothing more is told of the output. */
  release(): void
  /** False when the process is gone. */
  signal(number: number): boolean
  /** To the process and what it has started that has not made a group of its own. False when nobody is left. */
  signalGroup(number: number): boolean
}

export interface ProcessHost {
  /** Throws `request_invalid` when the process cannot be started at all. */
  start(launch: Launch, listener: ProcessListener): StartedProcess
}

export interface FileStat {
  /** Type and permission bits as the system has them. */
  readonly mode: number
  readonly size: bigint
  readonly uid: number
  readonly gid: number
  readonly modifiedNs: bigint
}

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Text, or the bytes of a path with names that are no UTF-8. */
export type FilePath = string | Buffer

/** A name in a directory. */
export interface FoundName {
  /** As it is shown: what is no UTF-8 in it has become U+FFFD. */
  readonly text: string
  /** Only when the text is not what the system knows it by. */
  readonly bytes?: Buffer
}

/** A file that is open; it must be closed by whoever opened it. */
export interface OpenFile {
  readonly descriptor: number
  readonly stat: FileStat
}

/**
 * The file system, with root's rights. Failures are the system's own errors with their `code` (ENOENT, ENOSPC ...).
 * What only touches metadata is synchronous: it takes microseconds, and waiting for a thread takes longer.
 */
export interface FileTree {
  lstat(path: FilePath): FileStat
  stat(path: FilePath): FileStat
  realPath(path: FilePath): string
  /** What a link says, which may be relative to where it lies. */
  readLink(path: FilePath): string
  /** Throws `request_invalid` for more than can be listed. */
  names(path: FilePath): Promise<FoundName[]>
  /**
   * Answers what `look` answers. While it looks, a name without a slash is found in the directory: that spares the system
   * the way there, time and again. Nothing in it may wait.
   */
  lookAround<T>(directory: FilePath, look: () => T): T
  /** The type number of the file system that holds the path. */
  fileSystemType(path: string): number
  /** With those above that are missing, each of them with mode 0755 and for the owner. */
  makeDirectories(path: string, owner: Owner): void
  rename(from: string, to: string): void
  /** With everything below, never through a link; a path that is missing is fine. */
  remove(path: string): Promise<void>
  /** One entry that is no directory. */
  unlink(path: string): void
  openToRead(path: string): OpenFile
  /** Made with mode 0644 when missing, emptied otherwise. Never waits for the other side of a pipe. */
  openToWrite(path: string): OpenFile
  /** Made anew with mode 0644. Throws EEXIST. */
  openNew(path: string): OpenFile
  setOwnerOf(file: OpenFile, owner: Owner): void
  /** Up to so many of the first bytes. */
  firstBytes(file: OpenFile, bytesMax: number): Uint8Array
  /** From the first to the last byte, both included. */
  bytes(file: OpenFile, range: { readonly first: number; readonly last: number }): Readable
  /** The same for a reader who was told how many there are: it fails when the file became shorter since. */
  promisedBytes(file: OpenFile, range: { readonly first: number; readonly last: number }): Readable
  write(file: OpenFile, source: Readable): Promise<void>
  /** Adds all bytes of one file to another without taking them into the daemon. */
  append(from: OpenFile, to: OpenFile): Promise<void>
  close(file: OpenFile): void
}

export type ChangeKind = 'create' | 'rename' | 'chmod' | 'write' | 'remove'

/** Something that happened in, or to, a directory that is watched. */
export interface Change {
  /** `lost`: changes before this one were dropped. `unwatched`: the watch has ended, its directory is gone. */
  readonly what: 'change' | 'lost' | 'unwatched'
  readonly watch: number
  /** In the order in which they are told. */
  readonly kinds: readonly ChangeKind[]
  /** In the directory; empty for the directory itself. */
  readonly name: string
  readonly isDirectory: boolean
  /** The same for the two sides of a move; 0 otherwise. */
  readonly cookie: number
  /** Grows from change to change. */
  readonly position: number
}

/** Changes of directories, in the order in which they happen. Whoever opened it must keep reading and close it. */
export interface ChangeFeed {
  /** Answers the number of the watch; one directory never has two. Throws ENOTDIR, ENOENT, ELOOP, ENOSPC. */
  watch(path: string, followsLink: boolean): number
  unwatch(watch: number): void
  /** What happened until now has positions up to this one. */
  position(): number
  /** Ends when the feed is closed. */
  changes(): AsyncIterable<readonly Change[]>
  close(): void
}

/** Attributes of files under the prefix of the interface; a file system without any answers with none. */
export interface MetadataStore {
  read(path: string): Readonly<Record<string, string>>
  /** Replaces all and answers what the file has now. Throws the system's ENOSPC when they have no room. */
  replace(path: string, metadata: Readonly<Record<string, string>>): Readonly<Record<string, string>>
}

/** Every process of the sandbox but the daemon: commands, what they left behind, and what came to be in other ways. */
export interface ProcessTable {
  /** Process ids of those that have not ended; whoever has ended and was not collected is none of them. */
  alive(): number[]
}

/** What all processes of the sandbox use together. */
export interface SystemUsage {
  cpuCount(): number
  /** Grows: processor time of all processes that are and were. */
  cpuSeconds(): number
  memory(): { readonly totalBytes: number; readonly usedBytes: number; readonly cacheBytes: number }
  /** Of the root file system. */
  disk(): { readonly totalBytes: number; readonly usedBytes: number }
}

/** Of the sandbox as a whole, and what its processes hold of it. */
export interface SandboxMemory {
  /** Whether there is anybody but the daemon. */
  hasProcesses(): boolean
  use(): MemoryUse
  /** In file systems in memory that every sandbox has. */
  mountedBytes(): number
  /** Everybody's address spaces, which is quickly told. */
  processes(): RunningProcess[]
  /** With files that have no name, pipes and sockets. */
  inDepth(process: RunningProcess): HeldMemory
  /** Of processes, the daemon left out. */
  count(): number
  /** Stops everybody until what is answered is called; of those `known` the ones that were stopped already stay so. */
  stopAll(known: readonly RunningProcess[]): () => void
  /** Ends it at once; one that is gone is fine. */
  end(pid: number): void
  /** Whether it still holds anything. */
  isAlive(pid: number): boolean
}

export interface RunningProcess extends HeldMemory {
  readonly isStopped: boolean
}

export interface HostIdentity {
  setHostname(name: string): void
  /** The same id for the same sandbox, another one for every other. An image without such a file stays without. */
  setMachineId(sandboxId: string): void
  /** Processes and threads of each user, from the next command on; root has no bound. */
  limitProcesses(count: number): void
  /** The helper's address is the sandbox's own; a restore may have taken it away. */
  claimHelperAddress(): void
  /** Makes what the sandbox is readable for its processes, one file per variable; undefined takes the file away. */
  publishVariables(variables: Readonly<Record<string, string | undefined>>): void
}

export interface ProcMount {
  /** /proc keeps nothing of processes that have ended. Answers why it goes on doing so, the first time; never throws. */
  dropCache(): string | undefined
}

export interface ProcessorLimit {
  /**
   * Programs see the first `count` processors, or all where there are fewer: those that run and those that come. Answers why
   * they go on seeing more; never throws.
   */
  limit(count: number): string | undefined
}

export interface RestoreNotice {
  /**
   * Whatever runs in the sandbox may have been restored together with others: it gets a new generation, and whoever asked
   * is told. `isOtherSandbox`: it was somebody else's before. Not `isRestored`: it has run on since it was told last, so what
   * the daemon draws is nobody else's. The trouble is why `boot_id` is not its own.
   */
  announce(restore: { readonly isRestored: boolean; readonly isOtherSandbox: boolean }): RestoreAnnouncement
}

export interface RestoreAnnouncement {
  /** A UUID that no other restore has. */
  readonly generation: string
  readonly trouble: string | undefined
}

export interface RestoreHooks {
  /** Absolute paths of the executables in the order in which they are to run; never throws. */
  list(): readonly string[]
}

export interface OwnMemory {
  /** Gives what the daemon holds and does not need back to the system. Takes tens of milliseconds, in which nothing is served. */
  trim(): void
}

export interface EventLoop {
  /** For a daemon that may have been restored just now. Resolves when its loop comes to rest again, or is given up; never rejects. */
  heal(): Promise<void>
}

/** What programs of the sandbox trust beside the certificates of the image. */
export interface TrustStore {
  /** PEM texts, each of one certificate or several. They take the place of those that were given before. */
  trust(certificates: readonly string[]): void
}

/** Somebody in the sandbox who called `sudo`, as the kernel and /proc tell of them. */
export interface SudoCaller {
  readonly uid: number
  readonly argv: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  readonly workingDirectory: string
}

export interface SudoDecision {
  readonly command: Command
  /** The caller goes on at once. */
  readonly isBackground: boolean
}

export interface SudoRules {
  /** Of /etc/sudoers and the files in its directory, one after another; empty without any. */
  text(): string
}

/** What a build needs besides the node's own parts. The real sides are in edge/, the simulated ones in sim/. */
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { BuildContext } from '@cay/core/template/build-steps.ts'
import type { RunOptions, RunResult } from '@cay/kit/host/run.ts'
import type { RegistryCredential } from './build-spec.ts'
import type { Resources } from './container.ts'
import type { GuestDefaults, TemplateBuild, UserBuildFacts } from './template.ts'

/** Lines for the user of the build. */
export type WriteLog = (level: LogLevel, message: string) => void

export interface GuestCommand {
  readonly command: string
  readonly user: string
  /** Undefined: the user's home. */
  readonly workdir: string | undefined
  readonly variables: Readonly<Record<string, string>>
}

export interface CommandEnd {
  readonly exitCode: number
  /** For example "exit status 1". */
  readonly status: string
}

export interface RunningCommand {
  readonly end: Promise<CommandEnd>
  /** The command continues without a reader. */
  leave(): void
}

/** What it throws ends the connection to the command, and `end` rejects with it. */
export type OnOutput = (stream: 'stdout' | 'stderr', text: string) => void

/** The sandbox of a build, seen from the node. Everything throws when the sandbox is gone. */
export interface BuildGuest {
  /** A login shell's command. Throws BuildFailure when it cannot be started. */
  start(command: GuestCommand, onOutput: OnOutput): RunningCommand
  /** What a program of ours in the sandbox does. Throws BuildFailure when the request cannot be carried out. */
  step(request: object): Promise<{ readonly hasChanged: boolean }>
  upload(path: string, file: string): Promise<void>
  /** Writes what differs from the root file system that the sandbox was booted from. */
  exportChanges(outFile: string): Promise<void>
}

/** The same with connections of its own. */
export interface BuildGuestClient extends BuildGuest {
  /** Resets every connection: what is saved must have none. */
  close(): void
}

/** How a guest is reached, and as whom. */
export interface BuildGuestAccess {
  readonly address: string
  readonly accessToken: string
  readonly controlToken: string
  /** What it was booted from. */
  readonly rootfs: string
  readonly diskSizeMb: number
  /** Absolute path of the program that executes steps. */
  readonly stepProgram: string
  /** Ends every call, and fails it. */
  readonly signal: AbortSignal
}

export interface BuildSandbox {
  readonly guest: BuildGuest
  /** What envd in it asks of the node from now on. */
  readonly controlToken: string
  /** Uses the daemon as a client will, so that its code is loaded in what is saved. */
  warmUp(user: string): Promise<void>
  /** Writes its memory and files into the directory, which must be empty or missing. It goes on. */
  save(directory: string): Promise<void>
  /** No error when it is gone. */
  close(): Promise<void>
}

export interface SandboxOptions {
  readonly templateId: string
  readonly buildId: string
  readonly rootfs: string
  readonly resources: Resources
  /** Absent: boot. */
  readonly saved?: {
    readonly checkpoint: string
    /** Absent: no sandbox has used it. */
    readonly controlToken?: string
    /** The build whose ready sandboxes are as good; absent: there are none. */
    readonly poolOf?: string
  }
  /** What sandboxes of the template get, when it is the last one of a build. */
  readonly defaults?: GuestDefaults
  readonly timeoutSeconds: number
}

/** The signal ends whatever is in progress for a sandbox and for its guest, and fails it; `close` is still to be called. */
export interface BuildSandboxes {
  /** Throws ServiceError `no_capacity`. */
  open(options: SandboxOptions, signal: AbortSignal): Promise<BuildSandbox>
  /** Shows that a checkpoint can be restored and answers. */
  check(options: SandboxOptions, signal: AbortSignal): Promise<void>
}

export interface PulledImage {
  /** Of the manifest: what the tag stood for. */
  readonly digest: string
  /** Absolute paths of packed layers, the lowest first. */
  readonly layers: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

/** A program that speaks with registries, alone with what it is given. */
export interface PullTool {
  /** Absolute paths, as the tool sees them. */
  readonly home: string
  readonly work: string
  /** Its work directory as the node sees it. What the tool made there may be anything: a link, for one. */
  readonly workOutside: string
  /** Makes a directory in `work` that the tool can write; what lies above stays the node's. */
  makeDirectory(path: string): Promise<void>
  /** A file in `home` that only the tool can read. */
  put(path: string, text: string): Promise<void>
  /** Throws ToolError. */
  run(argv: readonly string[], options: RunOptions): Promise<RunResult>
}

export interface PullTools {
  /** One that reaches the registry and what that may refer to. It is gone when the task has ended, with what it wrote. */
  use<T>(registry: string, task: (tool: PullTool) => Promise<T>, signal: AbortSignal): Promise<T>
}

export interface Images {
  /** Brings an image into the team's store. Throws BuildFailure that says why it cannot be had. */
  pull(
    options: {
      readonly teamId: string
      readonly image: string
      readonly credential: RegistryCredential | undefined
    },
    say: WriteLog,
    signal: AbortSignal,
  ): Promise<PulledImage>
}

export interface RootfsSpec {
  /** Must not exist. */
  readonly output: string
  readonly bytesMax: number
  readonly base?: string
  /** A copy of the base, which becomes the output. */
  readonly copy?: string
  readonly layers?: readonly string[]
  readonly changes?: string
  /** The image that the daemon is taken from. */
  readonly parts?: string
  readonly files?: Readonly<Record<string, string>>
  readonly isFinal: boolean
}

export interface RootfsMaker {
  /** Ahead of a spec. Says whether it is there; never throws. */
  copyBase(base: string, path: string, signal: AbortSignal): Promise<boolean>
  /** Also writes the list of paths beside the image. Sentences for the log. Throws BuildFailure when what it was given is refused. */
  make(spec: RootfsSpec, signal: AbortSignal): Promise<readonly string[]>
}

/** A layer that is kept: how things stood after a step. */
export interface CachedLayer {
  readonly context: BuildContext
  /** The layer with these files; absent: those of the base as it is. */
  readonly filesKey?: string
}

export interface LayerFiles {
  readonly rootfs: string
  readonly checkpoint: string
  readonly controlToken: string
}

/** What was made by steps, kept per team up to a bound; the least recently used goes first. */
export interface Layers {
  find(teamId: string, key: string): Promise<CachedLayer | undefined>
  /**
   * The files of a layer that has some of its own, by names below the directory: there as long as that is, whoever throws
   * the layer away or keeps another in its place.
   */
  hold(teamId: string, key: string, directory: string): Promise<LayerFiles | undefined>
  /** One that has files of its own. Builds of the same may be at work beside each other: each has its own. */
  begin(teamId: string, key: string): Promise<StagedLayer>
  /** One that has none. */
  keep(teamId: string, key: string, layer: CachedLayer): Promise<void>
}

export interface StagedLayer {
  /** Empty directory. */
  readonly checkpoint: string
  keep(layer: CachedLayer, made: { readonly rootfs: string; readonly controlToken: string }): Promise<void>
  /** No error when it was kept. */
  discard(): Promise<void>
}

/** Root file systems made of images. */
export interface Bases {
  find(teamId: string, key: string): Promise<CachedBase | undefined>
  begin(teamId: string, key: string): Promise<StagedBase>
}

export interface StagedBase {
  /** Path of a file that does not exist yet. */
  readonly rootfs: string
  keep(base: Omit<CachedBase, 'rootfs'>): Promise<CachedBase>
  /** No error when it was kept. */
  discard(): Promise<void>
}

export interface CachedBase {
  readonly rootfs: string
  readonly variables: Readonly<Record<string, string>>
}

/** Archives that steps copy from. */
export interface StepFiles {
  /** Undefined when the team has none of this hash. */
  find(teamId: string, filesHash: string): Promise<string | undefined>
}

export interface ArchiveStore extends StepFiles {
  /** Throws ServiceError `request_invalid`, `body_too_large`, `no_capacity`. Replaces what is there. */
  store(head: ArchiveHead, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

export interface ArchiveHead {
  readonly teamId: string
  readonly filesHash: string
  readonly sizeBytes: number
}

export interface PinnedFiles {
  readonly rootfs: string
  /** Undefined: there is none. */
  readonly checkpoint: string | undefined
}

/** Where finished builds lie. */
export interface BuildArtifacts {
  list(): Promise<readonly (TemplateBuild & { readonly key: string })[]>
  /** Fetches a build from the object store; resolves with whether it is here now. Absent: there is no object store. */
  fetch?(buildId: string): Promise<boolean>
  /** Empty directory of a build in the making; what was there under this id is gone. */
  begin(
    buildId: string,
  ): Promise<{ readonly directory: string; readonly rootfs: string; readonly checkpoint: string }>
  /** Its root file system is whole: it is brought to the disk while the rest is made. */
  settle(buildId: string): void
  publish(facts: UserBuild): Promise<void>
  /** A build of the same files as one that is there. */
  publishAgain(facts: UserBuild, same: TemplateBuild): Promise<void>
  /** Gives a root file system that is there a second name. */
  linkRootfs(rootfs: string, path: string): Promise<void>
  /** Names below the directory for what a build stands on: there as long as that is, whoever throws the others away. */
  hold(files: PinnedFiles, directory: string): Promise<PinnedFiles>
  discard(buildId: string): Promise<void>
  remove(buildId: string): Promise<void>
}

export interface UserBuild {
  readonly templateId: string
  readonly buildId: string
  readonly resources: Resources
  readonly key: string
  readonly made: UserBuildFacts
}

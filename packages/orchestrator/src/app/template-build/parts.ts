import type { Logger } from '@cay/kit/log.ts'
import type {
  Bases,
  BuildArtifacts,
  BuildSandboxes,
  Images,
  Layers,
  RootfsMaker,
  StepFiles,
} from '../../ports/template-build.ts'
import type { Journal } from './journal.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Everything that building takes. */
export interface BuildParts {
  readonly sandboxes: BuildSandboxes
  readonly images: Images
  readonly rootfs: RootfsMaker
  readonly layers: Layers
  readonly bases: Bases
  readonly files: StepFiles
  readonly artifacts: BuildArtifacts
  /** Directory of a build's own files, made anew, and gone when the build has ended. */
  readonly scratch: (buildId: string) => Promise<{ directory: string; remove(): Promise<void> }>
  /** Says whether a template that comes with Cay is there now; builds it when it was not. */
  readonly buildRecipe: (alias: string, signal: AbortSignal) => Promise<boolean>
  /** Something may have been added to what is kept. */
  readonly tidy: () => void
  readonly nowMs: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly log: Logger
}

/** What all parts of one build have in common. */
export interface Running {
  readonly journal: Journal
  /** Its reason is why the build is to end. */
  readonly signal: AbortSignal
  readonly scratch: string
  readonly watch: Stopwatch
}

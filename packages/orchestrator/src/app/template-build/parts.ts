import type { Logger } from '@cay/kit/log.ts'
import type { Recipes } from '../../ports/recipes.ts'
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

/** The parts of the builder. */
export interface BuildParts {
  readonly sandboxes: BuildSandboxes
  readonly images: Images
  readonly rootfs: RootfsMaker
  readonly layers: Layers
  readonly bases: Bases
  readonly files: StepFiles
  readonly artifacts: BuildArtifacts
  /** Creates an empty directory for a build, which is removed when the build has ended. */
  readonly scratch: (buildId: string) => Promise<{ directory: string; remove(): Promise<void> }>
  readonly recipes: Recipes
  /** Notes that the cache may have grown. */
  readonly tidy: () => void
  readonly nowMs: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly log: Logger
}

/** The state of one running build. */
export interface Running {
  readonly journal: Journal
  /** Aborted with the reason why the build is cancelled. */
  readonly signal: AbortSignal
  readonly scratch: string
  readonly watch: Stopwatch
}

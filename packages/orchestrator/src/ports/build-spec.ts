/** The request of a build, and its result. */
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { StepSpec } from '@cay/core/template/build-steps.ts'
import type { Resources } from './container.ts'

export type RegistryCredential =
  | { readonly kind: 'login'; readonly username: string; readonly password: string }
  | {
      readonly kind: 'aws'
      readonly accessKeyId: string
      readonly secretAccessKey: string
      readonly region: string
    }
  | { readonly kind: 'gcp'; readonly serviceAccount: string }

export type BuildSource =
  | { readonly kind: 'image'; readonly image: string; readonly credential: RegistryCredential | undefined }
  | { readonly kind: 'build'; readonly buildId: string }
  /** A template that comes with Cay, built or not. */
  | { readonly kind: 'recipe'; readonly alias: string }

export interface BuildSpec {
  readonly buildId: string
  readonly templateId: string
  /** Layers and files are kept per team. */
  readonly teamId: string
  readonly source: BuildSource
  readonly steps: readonly StepSpec[]
  /** Nothing that is kept counts. */
  readonly force: boolean
  /** Empty for none. */
  readonly startCommand: string
  readonly readyCommand: string
  readonly resources: Resources
  /** Sandboxes work as `user` in their home, whatever the steps say. */
  readonly ignoresContext: boolean
}

/** `base`, the number of a step from 1, `finalize`; empty for what belongs to none. */
export type Phase = string

export interface LogEntry {
  readonly timestampMs: number
  readonly level: LogLevel
  readonly message: string
  readonly phase: Phase
}

export type BuildResult =
  | { readonly kind: 'ready'; readonly envdVersion: string; readonly resources: Resources }
  /** `phase` is empty when it was no step that failed. */
  | { readonly kind: 'failed'; readonly reason: string; readonly phase: Phase }

/** Why a build failed, for its user. */
export class BuildFailure extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options)
    this.name = 'BuildFailure'
  }
}

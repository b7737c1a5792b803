/** The command lines of runsc. */

/** The flags of the sentry, which a checkpoint is bound to. */
export const runtimeFlags = [
  '--platform=systrap',
  '--network=sandbox',
  '--overlay2=none',
  // The sentry is `nobody` without a capability; with direct access it would be uid 0 with 20 of them: docs/decisions/0020.
  '--directfs=false',
  '--cpu-num-from-quota',
  // ping and the like; what leaves with a foreign source address is dropped by the node's packet rules.
  '--net-raw',
  // A closed connection lingers for a minute and would keep the sandbox from being saved: docs/decisions/0005.
  '--net-disconnect-ok',
] as const

export interface RunscCall {
  /** Directory of the container's own runtime state. */
  readonly stateDirectory: string
  /** Errors and warnings of every call and of the sentry. */
  readonly logFile: string
  readonly mountNamespacePath: string
  readonly id: string
  /** Absent: the installed runtime, with the flags of this version. */
  readonly engine?: { readonly program: string; readonly flags: readonly string[] }
}

/** `runsc VERB` in the slot's mount namespace. */
export function runscArguments(call: RunscCall, verb: readonly string[]): string[] {
  return [
    'nsenter',
    `--mount=${call.mountNamespacePath}`,
    '--',
    call.engine?.program ?? 'runsc',
    `--root=${call.stateDirectory}`,
    `--log=${call.logFile}`,
    ...(call.engine?.flags ?? runtimeFlags),
    ...verb,
    call.id,
  ]
}

export const createVerb = (bundle: string, pidFile: string) => [
  'create',
  `--bundle=${bundle}`,
  `--pid-file=${pidFile}`,
]

export const startVerb = () => ['start']

export const restoreVerb = (bundle: string, pidFile: string, image: string) => [
  'restore',
  '--detach',
  `--bundle=${bundle}`,
  `--pid-file=${pidFile}`,
  `--image-path=${image}`,
]

/**
 * `--leave-running`, because a failed checkpoint without it can lose the sandbox. No compression, because the default one is
 * slow.
 */
export const checkpointVerb = (image: string) => [
  'checkpoint',
  '--leave-running',
  '--compression=none',
  `--image-path=${image}`,
]

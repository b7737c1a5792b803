/** What `cay upgrade` does, and when it does nothing. */
import { printableJson } from '@cay/core/terminal-text.ts'

export interface Revision {
  readonly commit: string
  /** Of Cay, as its package has it. */
  readonly version: string
}

/** Services that run, and who started them. */
export type Running =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unit'; readonly unit: string }
  | { readonly kind: 'detached' | 'foreign'; readonly pid: number }

export interface CloneState {
  readonly clone: string
  /** Undefined when the clone is no git work tree of its own. */
  readonly head: Revision | undefined
  /** Undefined when a commit is checked out, and no branch. */
  readonly branch: string | undefined
  /** Files of the repository that differ from its last commit. */
  readonly changes: readonly string[]
}

export interface Start {
  readonly state: CloneState
  readonly running: Running
}

const changesShownMax = 3

/** Before anything is fetched. */
export function whyNotUpgrade({ state, running }: Start): string | undefined {
  const { clone, head, changes } = state
  if (head === undefined)
    return `${clone} is no git clone, so there is nothing that an upgrade could be fetched from`
  if (running.kind === 'foreign')
    return `Cay runs in the foreground or by a program that is not known here (process ${running.pid}): stop it, upgrade, and start it again`
  if (changes.length === 0) return undefined
  const shown = changes.slice(0, changesShownMax).join(', ')
  const more = changes.length > changesShownMax ? `, and ${changes.length - changesShownMax} more` : ''
  return `${clone} has changes that are not committed: ${shown}${more}`
}

/** Tags, branches and commits, also `v1.0~2`; nothing that git could take for an option. */
const refPattern = /^[A-Za-z0-9_][\w./+~^-]*$/

/** Where to look for what was asked for, the first first. Without `requested`, where the branch comes from. */
export function refCandidates(
  requested: string | undefined,
  { branch, remote }: { readonly branch: string | undefined; readonly remote: string | undefined },
): readonly string[] {
  if (requested === undefined) return branch === undefined ? [] : [`${branch}@{upstream}`]
  if (!refPattern.test(requested)) return []
  const ofRemote = remote === undefined ? [] : [`refs/remotes/${remote}/${requested}`]
  return [`refs/tags/${requested}`, ...ofRemote, requested]
}

export interface Destination extends Revision {
  /** Commits that the target has and the clone lacks, and the other way round. */
  readonly added: number
  readonly dropped: number
}

export interface UpgradeRequest {
  readonly start: Start & { readonly state: { readonly head: Revision } }
  readonly requested: string | undefined
  /** Undefined when there is no such thing. */
  readonly target: Destination | undefined
}

export type UpgradeDecision =
  | { readonly refusal: string; readonly hint?: string }
  | { readonly lines: readonly string[]; readonly isDone: boolean; readonly staysOnBranch: boolean }

export function planUpgrade({ start, requested, target }: UpgradeRequest): UpgradeDecision {
  const { state, running } = start
  const { branch, head } = state
  const hint = 'name a tag, a branch or a commit: `cay upgrade --to REF`'
  if (target === undefined) return { refusal: whyUnknown(requested, branch), hint }
  if (target.commit === head.commit)
    return { lines: [`Cay is at ${describe(target)} already.`], isDone: true, staysOnBranch: true }
  const staysOnBranch = branch !== undefined && (requested === undefined || requested === branch)
  if (staysOnBranch && target.dropped > 0)
    return { refusal: `branch ${branch} has ${commits(target.dropped)} that its remote lacks`, hint }
  const lines = [
    `from ${describe(head)} to ${describe(target)}: ${describeWay(target)}`,
    staysOnBranch
      ? `moves branch ${branch} forward, and installs the npm packages that this version needs`
      : 'checks it out, and installs the npm packages that this version needs; the clone is on no branch then',
    ...describeRestart(running),
    ...(target.dropped > 0
      ? [
          'this goes back: an older version does not start with data that a newer one has changed in a way it does not know',
        ]
      : []),
  ]
  return { lines, isDone: false, staysOnBranch }
}

function whyUnknown(requested: string | undefined, branch: string | undefined): string {
  if (requested !== undefined) return `there is no tag, branch or commit ${printableJson(requested)}`
  return branch === undefined
    ? 'no branch is checked out, so it is not known which version is the next'
    : `branch ${branch} follows no branch of a remote, so it is not known which version is the next`
}

function describeWay({ added, dropped }: Destination): string {
  if (dropped === 0) return `${commits(added)} more`
  return added === 0 ? `${commits(dropped)} fewer` : `${commits(added)} more, ${commits(dropped)} fewer`
}

function describeRestart(running: Running): string[] {
  if (running.kind === 'nothing') return ['restarts nothing: no services run here']
  const how = running.kind === 'unit' ? `the unit ${running.unit}` : 'the services in the background'
  return [
    `restarts ${how}, with the settings they have; sandboxes go on, and the API answers again when the services are ready`,
    'goes back to the version of now if the new one does not become ready',
  ]
}

const commits = (count: number) => `${count} ${count === 1 ? 'commit' : 'commits'}`

export const describe = ({ version, commit }: Revision) => `${version} (${commit.slice(0, 10)})`

export interface SupervisorFacts {
  readonly pid: number
  /** Where its standard output goes. */
  readonly output: string | undefined
  readonly env: Readonly<Record<string, string>>
}

/** `units` are those that we wrote for its data directory. */
export function classifySupervisor(
  { pid, output, env }: SupervisorFacts,
  { logFile, units }: { readonly logFile: string; readonly units: readonly string[] },
): Running {
  if (env.SYSTEMD_EXEC_PID === String(pid)) {
    const [unit] = units
    return unit === undefined ? { kind: 'foreign', pid } : { kind: 'unit', unit }
  }
  return { kind: output === logFile ? 'detached' : 'foreign', pid }
}

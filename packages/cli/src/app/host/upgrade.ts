/** Moves the clone to another version and restarts the services with it; back again if that does not become ready. */
import {
  type Destination,
  describe,
  planUpgrade,
  type Revision,
  refCandidates,
  whyNotUpgrade,
} from '../../dialect/host/upgrade-plan.ts'
import { CommandError } from '../../dialect/output/command-error.ts'
import type { AskPerson } from '../../ports/uninstall-host.ts'
import type { CloneRepository, RestartOutcome, RunningServices } from '../../ports/upgrade-host.ts'
import { confirm } from './confirm.ts'

export interface UpgradeDeps {
  readonly repository: CloneRepository
  readonly services: RunningServices
  readonly ask: AskPerson
  readonly print: (line: string) => void
}

export interface UpgradeOptions {
  /** A tag, a branch or a commit; undefined: what the branch comes from. */
  readonly to: string | undefined
  readonly isConfirmed: boolean
  readonly isDryRun: boolean
}

type CloneState = Awaited<ReturnType<CloneRepository['inspect']>>

export async function upgrade(
  deps: UpgradeDeps,
  options: UpgradeOptions,
  signal: AbortSignal,
): Promise<number> {
  const { repository, services, print } = deps
  const state = await repository.inspect()
  const { head } = state
  const start = { state, running: services.running }
  const refusal = whyNotUpgrade(start)
  if (refusal !== undefined || head === undefined) throw new CommandError(refusal ?? 'there is no clone')
  const remote = await repository.fetch(signal)
  const target = await repository.resolve(refCandidates(options.to, { branch: state.branch, remote }))
  const decision = planUpgrade({
    ...{ requested: options.to, target },
    start: { ...start, state: { ...state, head } },
  })
  if ('refusal' in decision) throw new CommandError(decision.refusal, withHint(decision.hint))
  for (const line of decision.lines) print(line)
  if (decision.isDone || options.isDryRun || target === undefined) return 0
  await confirm({ word: 'upgrade', isGiven: options.isConfirmed, ask: deps.ask })
  await moveClone(deps, { state, target, staysOnBranch: decision.staysOnBranch }, signal)
  return await restart(deps, { state, head, target }, signal)
}

interface Move {
  readonly state: CloneState
  readonly target: Destination
  readonly staysOnBranch: boolean
}

/** What runs goes on unchanged, until it is restarted. */
async function moveClone(deps: UpgradeDeps, move: Move, signal: AbortSignal): Promise<void> {
  const { repository, services, print } = deps
  try {
    await repository.moveTo(move.target.commit, move)
    print(`checked out ${describe(move.target)}; installing npm packages ...`)
    await repository.installPackages(signal)
    const complaint = await services.checkSettings(signal)
    if (complaint !== undefined) throw new Error(`the new version refuses the settings: ${complaint}`)
  } catch (cause) {
    await goBack(repository, move.state)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`nothing was restarted, and the clone is as it was: ${reason}`)
  }
}

async function restart(
  { repository, services, print }: UpgradeDeps,
  { state, head, target }: { state: CloneState; head: Revision; target: Revision },
  signal: AbortSignal,
): Promise<number> {
  if (services.running.kind === 'nothing') {
    print(`Cay is at ${describe(target)}; \`cay up\` starts it.`)
    return 0
  }
  print('restarting the services ...')
  const outcome = await attempt(() => services.restart(signal))
  if (outcome === 'ready') {
    print(`Cay runs at ${describe(target)}.`)
    return 0
  }
  const failure = `${describe(target)} ${failureWords(outcome)}`
  print(`${failure}; going back to ${describe(head)} ...`)
  await goBack(repository, state)
  const back = await attempt(() => services.restart())
  const hint = `its log: ${services.log}`
  if (back === 'ready') throw new CommandError(`${failure}: Cay runs at ${describe(head)} again`, { hint })
  throw new CommandError(
    `${failure}, and ${describe(head)}, which is checked out again, ${failureWords(back)}`,
    {
      hint,
    },
  )
}

/** A failure to stop or to start is one to become ready. */
async function attempt(restart: () => Promise<RestartOutcome>): Promise<RestartOutcome | Error> {
  try {
    return await restart()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function failureWords(outcome: Exclude<RestartOutcome, 'ready'> | Error): string {
  if (outcome instanceof Error) return `could not be started (${outcome.message})`
  return {
    ended: 'ended before it was ready',
    late: 'was not ready in time',
    interrupted: 'was interrupted before it was ready',
  }[outcome]
}

async function goBack(repository: CloneRepository, state: CloneState): Promise<void> {
  try {
    await repository.moveBack(state)
    await repository.installPackages()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`the clone could not be taken back to ${state.head?.commit}: ${reason}`, {
      hint: 'check it out with git, run `node scripts/install-dependencies.mjs` and restart the services',
    })
  }
}

const withHint = (hint: string | undefined) => (hint === undefined ? {} : { hint })

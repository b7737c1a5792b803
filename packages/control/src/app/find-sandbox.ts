import { isOver } from '@cay/core/sandbox/lifetime.ts'
import { decide, type Event, type Outcome, sandboxNotFound } from '@cay/core/sandbox/state.ts'
import type { SandboxRecord, Team } from '../ports.ts'
import type { Deps } from './deps.ts'

/** One sandbox as a team may see it. */
export interface SandboxView {
  readonly sandbox: SandboxRecord
  /** Absent when the sandbox is not secured. */
  readonly accessToken?: string
  readonly domain: string | null
}

export interface Asked {
  readonly sandbox: SandboxRecord
  readonly outcome: Exclude<Outcome, { kind: 'refuse' }>
}

/** The sandbox and what the event means to it. Throws sandbox_not_found, also for another team's, and the table's refusals. */
export async function ask(deps: Deps, team: Team, sandboxId: string, event: Event): Promise<Asked> {
  const sandbox = await deps.store.findSandbox(sandboxId)
  if (sandbox === undefined || sandbox.teamId !== team.teamId) throw sandboxNotFound(sandboxId)
  if (isOver(sandbox, deps.clock.nowMs())) throw sandboxNotFound(sandboxId)
  return { sandbox, outcome: decide(sandbox.state, event, sandboxId) }
}

export function viewSandbox({ accessTokenOf, domain }: Deps, sandbox: SandboxRecord): SandboxView {
  return { sandbox, domain, ...(sandbox.isSecured ? { accessToken: accessTokenOf(sandbox.sandboxId) } : {}) }
}

import type { Team } from '../ports.ts'
import type { Deps } from './deps.ts'
import { ask, type SandboxView, viewSandbox } from './find-sandbox.ts'

/** Throws sandbox_not_found. */
export async function getSandbox(deps: Deps, team: Team, sandboxId: string): Promise<SandboxView> {
  const { sandbox } = await ask(deps, team, sandboxId, 'showRequested')
  return viewSandbox(deps, sandbox)
}

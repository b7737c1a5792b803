import { CommandError } from '../../dialect/output/command-error.ts'
import type { TeamApi } from '../../ports/control-api.ts'
import { forEachGiven, type LineOutput } from '../for-each-given.ts'
import { ambiguousId } from './find-sandbox.ts'

export interface KillRequest {
  readonly sandboxIds: readonly string[]
  readonly all: boolean
}

/** Kills each, also when one of them cannot be; returns the exit code of the first that could not. */
export async function killSandboxes(
  team: TeamApi,
  { sandboxIds, all }: KillRequest,
  output: LineOutput,
): Promise<number> {
  // With --all a sandbox that ended in between is what was asked for.
  const killListed = async (id: string) => ((await team.killSandbox(id)) ? id : undefined)
  return all
    ? await forEachGiven(await everySandbox(team), killListed, output)
    : await forEachGiven(sandboxIds, (given) => killGiven(team, given), output)
}

async function killGiven(team: TeamApi, given: string): Promise<string> {
  const killed = (await team.killSandbox(given)) ? given : await killByPrefix(team, given)
  if (killed === undefined) throw new CommandError(`sandbox "${given}" not found`)
  return killed
}

/** The id of the one that was killed. Throws for the beginning of several. */
async function killByPrefix(team: TeamApi, given: string): Promise<string | undefined> {
  const [only, ...others] = (await everySandbox(team)).filter((id) => given !== '' && id.startsWith(given))
  if (only === undefined) return undefined
  if (others.length > 0) throw ambiguousId(given, [only, ...others])
  return (await team.killSandbox(only)) ? only : undefined
}

async function everySandbox(team: TeamApi): Promise<string[]> {
  const sandboxes = await team.listSandboxes({ states: ['running', 'paused'] })
  return sandboxes.map(({ sandboxId }) => sandboxId)
}

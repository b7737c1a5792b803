import type { TeamApi } from '../../ports/control-api.ts'
import { ambiguousId } from './find-sandbox.ts'

export interface KillRequest {
  readonly sandboxIds: readonly string[]
  readonly all: boolean
}

export interface KillOutput {
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

/** Kills each, also when one of them cannot be; answers the exit code: 1 when any could not be killed. */
export async function killSandboxes(
  team: TeamApi,
  request: KillRequest,
  output: KillOutput,
): Promise<number> {
  const ids = request.all ? await everySandbox(team) : request.sandboxIds
  let exitCode = 0
  for (const given of ids) {
    const id = (await team.killSandbox(given))
      ? given
      : request.all
        ? undefined
        : await killByPrefix(team, given)
    if (id !== undefined) {
      output.print(id)
    } else if (!request.all) {
      // With --all a sandbox that ended in between is what was asked for.
      output.printError(`Error: sandbox "${given}" not found`)
      exitCode = 1
    }
  }
  return exitCode
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

import type { TeamApi } from '../../ports/control-api.ts'

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
  for (const id of ids) {
    if (await team.killSandbox(id)) {
      output.print(id)
    } else if (!request.all) {
      // With --all a sandbox that ended in between is what was asked for.
      output.printError(`Error: sandbox "${id}" not found`)
      exitCode = 1
    }
  }
  return exitCode
}

async function everySandbox(team: TeamApi): Promise<string[]> {
  const sandboxes = await team.listSandboxes({ states: ['running', 'paused'] })
  return sandboxes.map(({ sandboxId }) => sandboxId)
}

/** What changes the state of a sandbox, or copies it. Each returns the text to print. */
import { printable } from '@cay/core/terminal-text.ts'
import { fieldIn, listParser, textIn } from '../../dialect/output/fields.ts'
import { sandboxIdIn } from '../../dialect/sandbox/sandbox-id.ts'
import type { TeamApi } from '../../ports/control-api.ts'
import { findSandbox, pathOfSandbox } from './find-sandbox.ts'

export async function pauseSandbox(
  team: TeamApi,
  { id, keepsMemory }: { readonly id: string; readonly keepsMemory: boolean },
): Promise<string> {
  const { sandboxId } = await findSandbox(team, id)
  const body = { memory: keepsMemory }
  await team.request({ method: 'POST', path: `${pathOfSandbox(sandboxId)}/pause`, body })
  return sandboxId
}

export async function resumeSandbox(
  team: TeamApi,
  { id, timeoutSeconds }: { readonly id: string; readonly timeoutSeconds: number | undefined },
): Promise<string> {
  const { sandboxId } = await findSandbox(team, id)
  const body = timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }
  await team.request({ method: 'POST', path: `/v2${pathOfSandbox(sandboxId)}/connect`, body })
  return sandboxId
}

export interface ForkRequest {
  readonly id: string
  readonly count: number
  readonly timeoutSeconds: number
}

/** A line for each copy; a copy that failed is an error behind the others. */
export async function forkSandbox(
  team: TeamApi,
  { id, count, timeoutSeconds }: ForkRequest,
  output: { readonly print: (line: string) => void; readonly printError: (line: string) => void },
): Promise<number> {
  const { sandboxId } = await findSandbox(team, id)
  const path = `${pathOfSandbox(sandboxId)}/fork`
  const copies = parseCopies(
    await team.request({ method: 'POST', path, body: { count, timeout: timeoutSeconds } }),
  )
  let exitCode = 0
  for (const { copyId, error } of copies) {
    if (copyId !== null) output.print(copyId)
    else {
      output.printError(`Error: a copy failed: ${error ?? 'the API does not say why'}`)
      exitCode = 1
    }
  }
  return exitCode
}

const parseCopies = listParser('copies', (item) => {
  const sandbox = fieldIn(item, 'sandbox')
  return {
    copyId: sandbox === undefined ? null : sandboxIdIn(sandbox),
    error: textIn(fieldIn(item, 'error'), 'message'),
  }
})

/** The id of the snapshot, from which sandboxes can be created. */
export async function snapshotSandbox(
  team: TeamApi,
  { id, name }: { readonly id: string; readonly name: string | undefined },
): Promise<string> {
  const { sandboxId } = await findSandbox(team, id)
  const path = `${pathOfSandbox(sandboxId)}/snapshots`
  const body = await team.request({ method: 'POST', path, body: name === undefined ? {} : { name } })
  return printable(textIn(body, 'snapshotID') ?? '')
}

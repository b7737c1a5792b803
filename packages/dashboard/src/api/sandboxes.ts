/** What views do with sandboxes. */
import { type Api, type Schema, take, takePage } from './api.ts'

export type ListedSandbox = Schema<'ListedSandbox'>

/** All of them, newest first; a page at a time, because that is what the API gives. */
export async function listSandboxes(api: Api, signal: AbortSignal): Promise<readonly ListedSandbox[]> {
  const found = new Map<string, ListedSandbox>()
  let nextToken: string | undefined
  do {
    const query = { limit: 100, ...(nextToken === undefined ? {} : { nextToken }) }
    const page = await takePage(api.GET('/v2/sandboxes', { params: { query }, signal }))
    for (const sandbox of page.data) found.set(sandbox.sandboxID, sandbox)
    nextToken = page.nextToken
  } while (nextToken !== undefined)
  return [...found.values()]
}

/** Of a copy, which anybody can extend. */
const forkSeconds = 300

const at = (sandboxID: string) => ({ params: { path: { sandboxID } } })

export async function pauseSandbox(api: Api, sandboxID: string): Promise<void> {
  await take(api.POST('/sandboxes/{sandboxID}/pause', at(sandboxID)))
}

export async function resumeSandbox(api: Api, sandboxID: string): Promise<void> {
  await take(api.POST('/v2/sandboxes/{sandboxID}/connect', at(sandboxID)))
}

export async function killSandbox(api: Api, sandboxID: string): Promise<void> {
  await take(api.DELETE('/sandboxes/{sandboxID}', at(sandboxID)))
}

/** Returns the id of the copy. */
export async function forkSandbox(api: Api, sandboxID: string): Promise<string> {
  const [result] = await take(
    api.POST('/sandboxes/{sandboxID}/fork', { ...at(sandboxID), body: { count: 1, timeout: forkSeconds } }),
  )
  if (result?.sandbox === undefined) throw new Error(result?.error?.message ?? 'the fork made no sandbox')
  return result.sandbox.sandboxID
}

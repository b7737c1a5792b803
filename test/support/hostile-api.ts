/** An API and a daemon in one that answer as a test says, and `cay` beside them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type Outcome, privateHome, runCay } from './cay-command.ts'

export interface HostileCall {
  readonly method: string
  readonly url: URL
  /** Parsed; undefined where there is none. */
  readonly body: unknown
  readonly response: ServerResponse
}

/** Returns what is sent as JSON; undefined where the response has been written, or is never. */
export type Handle = (call: HostileCall) => unknown

export const sandboxId = 'ihostile000000000000x'

export interface HostileApi {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  cay(...args: readonly string[]): Promise<Outcome>
}

/** Ended with the test. */
export async function startHostileApi(handle: Handle): Promise<HostileApi> {
  const server = createServer((request, response) => {
    void respond(request, response, handle).catch((error: unknown) => response.destroy(asError(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { ...(await privateHome()), E2B_API_KEY: 'e2b_0', E2B_API_URL: url, E2B_SANDBOX_URL: url }
  return { url, env, cay: (...args) => runCay(args, { env }) }
}

async function respond(request: IncomingMessage, response: ServerResponse, handle: Handle): Promise<void> {
  const sent = await text(request)
  const call = {
    method: request.method ?? '',
    url: new URL(request.url ?? '/', 'http://api.test'),
    body: parseOrNothing(sent),
    response,
  }
  const found = handle(call)
  if (found !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
}

function parseOrNothing(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    // There is none, or it is in frames.
    return undefined
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

export interface ListedFile {
  readonly name: string
  readonly type: 'file' | 'directory'
  readonly size?: number
}

export interface HostileTree {
  /** The entries of a directory. */
  readonly list: (path: string) => readonly ListedFile[]
  readonly read?: (response: ServerResponse) => void
}

const oneByte = (response: ServerResponse) => void response.end('x')

/** The tree as the files of a sandbox and of a volume `data`: in both, `top` is a directory of it. */
export function treeHandler({ list, read = oneByte }: HostileTree): Handle {
  return ({ url, body, response }) => {
    const { pathname, searchParams } = url
    const path = searchParams.get('path') ?? (body as { path?: string } | undefined)?.path ?? ''
    if (pathname === `/sandboxes/${sandboxId}`) return { sandboxID: sandboxId, state: 'running' }
    if (pathname === '/filesystem.Filesystem/Stat')
      return { entry: envdEntry({ name: 'top', type: 'directory' }) }
    if (pathname === '/filesystem.Filesystem/ListDir') return { entries: list(path).map(envdEntry) }
    if (pathname === '/volumes') return [{ volumeID: 'v1', name: 'data' }]
    if (pathname === '/volumes/v1') return { volumeID: 'v1', name: 'data', token: 't' }
    if (pathname === '/volumecontent/v1/path') return { name: 'top', type: 'directory', path }
    if (pathname === '/volumecontent/v1/dir') return list(path)
    return void read(response)
  }
}

const envdEntry = ({ name, type, size = 1 }: ListedFile) => ({
  ...{ name, path: `/${name}`, type: `FILE_TYPE_${type.toUpperCase()}`, mode: 0o644, size: String(size) },
})

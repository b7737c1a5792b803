/** The daemon of a sandbox, as its clients call it: processes and files. */
import { Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { type Client, createClient, type Interceptor } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import type { Schema } from '../api/api.ts'
import { daemonAddress } from '../rules/sandbox-address.ts'

export interface Daemon {
  readonly processes: Client<typeof Process>
  readonly files: Client<typeof Filesystem>
  download(path: string, signal?: AbortSignal): Promise<Blob>
  upload(path: string, content: Blob): Promise<void>
}

/** Whose files and processes they are. */
const user = 'user'

export function connectDaemon({ sandboxID, domain, envdAccessToken }: Schema<'SandboxDetail'>): Daemon {
  const { baseUrl, headers } = daemonAddress({
    sandboxID,
    domain: domain ?? null,
    page: location,
    proxyPort: readProxyPort(),
  })
  const credentials: Record<string, string> = {
    ...headers,
    Authorization: `Basic ${btoa(`${user}:`)}`,
    ...(envdAccessToken === undefined ? {} : { 'X-Access-Token': envdAccessToken }),
  }
  const withCredentials: Interceptor = (next) => (request) => {
    for (const [name, value] of Object.entries(credentials)) request.header.set(name, value)
    return next(request)
  }
  const transport = createConnectTransport({
    baseUrl,
    useBinaryFormat: true,
    interceptors: [withCredentials],
  })
  const fileUrl = (path: string) => `${baseUrl}/files?${new URLSearchParams({ path, username: user })}`
  return {
    processes: createClient(Process, transport),
    files: createClient(Filesystem, transport),
    async download(path, signal) {
      const init = { headers: credentials, ...(signal === undefined ? {} : { signal }) }
      return await (await expectOk(await fetch(fileUrl(path), init))).blob()
    },
    async upload(path, content) {
      const type = { 'content-type': 'application/octet-stream' }
      await expectOk(
        await fetch(fileUrl(path), { method: 'POST', headers: { ...credentials, ...type }, body: content }),
      )
    },
  }
}

async function expectOk(response: Response): Promise<Response> {
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => undefined)
  const isTold = typeof body === 'object' && body !== null && 'message' in body
  throw new Error(isTold ? String(body.message) : `the sandbox responded ${response.status}`)
}

function readProxyPort(): number {
  return Number(document.querySelector<HTMLMetaElement>('meta[name="cay-proxy-port"]')?.content)
}

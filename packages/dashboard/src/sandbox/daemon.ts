/** The daemon of a sandbox, as its clients call it: processes and files. */
import { Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { type Client, createClient, type Interceptor } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-web'
import type { Schema } from '../api/api.ts'
import { daemonAddress } from '../rules/sandbox-address.ts'
import { receiveFile } from './receive-file.ts'
import { messageOf, sendFile } from './send-file.ts'

export interface TransferOptions {
  /** Ends it; it throws the reason. */
  readonly signal?: AbortSignal
  readonly onProgress?: (doneBytes: number) => void
}

export interface Daemon {
  readonly sandboxID: string
  readonly processes: Client<typeof Process>
  readonly files: Client<typeof Filesystem>
  download(path: string, options?: TransferOptions): Promise<Blob>
  upload(path: string, content: Blob, options?: TransferOptions): Promise<void>
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
    sandboxID,
    processes: createClient(Process, transport),
    files: createClient(Filesystem, transport),
    async download(path, { signal, onProgress } = {}) {
      const init = { headers: credentials, ...(signal === undefined ? {} : { signal }) }
      const response = await fetch(fileUrl(path), init)
      if (!response.ok) throw new Error(messageOf(await response.text(), response.status))
      return await receiveFile(response, onProgress)
    },
    upload: (path, content, options = {}) => {
      const headers = { ...credentials, 'content-type': 'application/octet-stream' }
      return sendFile({ url: fileUrl(path), headers, content, ...options })
    },
  }
}

function readProxyPort(): number {
  return Number(document.querySelector<HTMLMetaElement>('meta[name="cay-proxy-port"]')?.content)
}

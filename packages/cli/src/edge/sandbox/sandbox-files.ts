/** The files of a sandbox, by its daemon. Bodies are streams of any length, so none has a time limit. */
import { fieldIn, listParser, numberIn, textIn } from '../../dialect/output/fields.ts'
import { peerText } from '../../dialect/output/peer-text.ts'
import type { RemoteEntry, RemoteFiles } from '../../ports/remote-files.ts'
import { contentBeginMsMax, dropBody, exchange, type HttpResponse } from '../http-exchange.ts'
import { CallError, callUnary, type DaemonAddress } from './connect-calls.ts'

export interface FilesOptions {
  /** Undefined: the default user of the sandbox. */
  readonly user: string | undefined
  /** The daemon gives files no executable bits: a process of the sandbox does. */
  readonly makeExecutable: (path: string) => Promise<void>
}

const executable = 0o111
/** Maximum milliseconds of a call about a file or a directory. */
const callMsMax = 70_000

export function connectSandboxFiles(
  address: DaemonAddress,
  { user, makeExecutable }: FilesOptions,
): RemoteFiles {
  const call = (method: string, message: object) =>
    callUnary(address, `/filesystem.Filesystem/${method}`, message, AbortSignal.timeout(callMsMax))
  const fileUrl = (path: string) => {
    const query = new URLSearchParams({ path, ...(user === undefined ? {} : { username: user }) })
    return new URL(`/files?${query}`, address.url)
  }
  return {
    async find(path) {
      try {
        return parseEntry(fieldIn(await call('Stat', { path }), 'entry'))
      } catch (error) {
        if (error instanceof CallError && error.code === 'not_found') return undefined
        throw error
      }
    },
    async list(path) {
      const body = await call('ListDir', { path, depth: 1 })
      return parseEntries(fieldIn(body, 'entries') ?? [])
    },
    async read(path) {
      const request = { method: 'GET', url: fileUrl(path), headers: address.headers }
      const response = await exchange({ ...request, beginMsMax: contentBeginMsMax })
      return (await expectSuccess(response)).stream
    },
    async write(path, body, mode) {
      const headers = { ...address.headers, 'content-type': 'application/octet-stream' }
      const response = await exchange({ method: 'POST', url: fileUrl(path), headers, body })
      dropBody(await expectSuccess(response))
      if ((mode & executable) !== 0) await makeExecutable(path)
    },
    async makeDirectory(path) {
      await call('MakeDir', { path }).catch((error: unknown) => {
        if (!(error instanceof CallError && error.code === 'already_exists')) throw error
      })
    },
  }
}

const types: Readonly<Record<string, string>> = {
  FILE_TYPE_FILE: 'file',
  FILE_TYPE_DIRECTORY: 'directory',
  FILE_TYPE_SYMLINK: 'symlink',
}

function parseEntry(item: unknown): RemoteEntry {
  return {
    name: textIn(item, 'name') ?? '',
    path: textIn(item, 'path') ?? '',
    type:
      textIn(item, 'symlinkTarget') === null ? (types[textIn(item, 'type') ?? ''] ?? 'unknown') : 'symlink',
    // In JSON of Protobuf it is a text.
    size: numberIn(item, 'size') ?? Number(textIn(item, 'size') ?? 0),
    mode: numberIn(item, 'mode'),
  }
}

const parseEntries = listParser('files', parseEntry)

async function expectSuccess(response: HttpResponse): Promise<HttpResponse> {
  if (response.ok) return response
  const text = await response.text()
  throw new Error(`the sandbox answered ${response.status}: ${peerText(text)}`)
}

/** The files of a sandbox by its daemon, as SFTP needs them. What the daemon has no call for, a process of the sandbox does. */
import { isEntryName } from '@cay/core/files/entry-name.ts'
import { fieldIn, listOf, numberIn, textIn } from '../../dialect/output/fields.ts'
import { peerText } from '../../dialect/output/peer-text.ts'
import type { SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import type { AttributeChange, SandboxTree, TreeEntry } from '../../ports/sandbox-tree.ts'
import { contentBeginMsMax, exchange, type HttpResponse } from '../http-exchange.ts'
import { CallError, callUnary, type DaemonAddress } from '../sandbox/connect-calls.ts'

export interface TreeOptions {
  /** Undefined: the default user of the sandbox. */
  readonly user: string | undefined
  readonly start: SandboxDaemon['start']
}

export function connectSandboxTree(address: DaemonAddress, { user, start }: TreeOptions): SandboxTree {
  const call = (method: string, message: object) =>
    callUnary(address, `/filesystem.Filesystem/${method}`, message)
  const fileUrl = (path: string) => {
    const query = new URLSearchParams({ path, ...(user === undefined ? {} : { username: user }) })
    return new URL(`/files?${query}`, address.url)
  }
  const run = (command: string, args: readonly string[]) => runQuietly(start, command, args)
  const find = async (path: string) => parseEntry(fieldIn(await call('Stat', { path }), 'entry'))
  return {
    home: async () => (await find('~')).path,
    find: (path) => find(path).catch(undefinedIfMissing),
    async list(path) {
      const body = await call('ListDir', { path, depth: 1 })
      // A client of SFTP makes local files of these names.
      return listOf(fieldIn(body, 'entries') ?? [], 'files')
        .map(parseEntry)
        .filter(({ name }) => isEntryName(name))
    },
    async read(path, offset) {
      const headers = offset === 0 ? address.headers : { ...address.headers, range: `bytes=${offset}-` }
      const request = { method: 'GET', url: fileUrl(path), headers, beginMsMax: contentBeginMsMax }
      return (await expectSuccess(await exchange(request))).stream
    },
    async write(path, body) {
      const headers = { ...address.headers, 'content-type': 'application/octet-stream' }
      await (
        await expectSuccess(await exchange({ method: 'POST', url: fileUrl(path), headers, body }))
      ).text()
    },
    makeDirectory: async (path) => void (await call('MakeDir', { path })),
    remove: async (path) => void (await call('Remove', { path })),
    rename: async (source, destination) => void (await call('Move', { source, destination })),
    link: (target, path) => run('/bin/ln', ['-s', '--', target, path]),
    async change(path, { mode, modifiedAt, size }: AttributeChange) {
      if (size !== undefined) await run('/usr/bin/truncate', ['-s', String(size), '--', path])
      if (mode !== undefined) await run('/bin/chmod', [(mode & 0o7777).toString(8), '--', path])
      if (modifiedAt !== undefined) await run('/usr/bin/touch', ['-c', '-d', `@${modifiedAt}`, '--', path])
    },
  }
}

async function runQuietly(
  start: SandboxDaemon['start'],
  command: string,
  args: readonly string[],
): Promise<void> {
  const said: Buffer[] = []
  const spec = { command, args, envs: {}, hasInput: false }
  for await (const event of start(spec, new AbortController().signal)) {
    if (event.kind === 'output') said.push(event.bytes)
    if (event.kind === 'end' && event.exitCode !== 0)
      throw new Error(peerText(Buffer.concat(said).toString()))
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof CallError && error.code === 'not_found') return undefined
  throw error
}

const types = {
  FILE_TYPE_FILE: 'file',
  FILE_TYPE_DIRECTORY: 'directory',
  FILE_TYPE_SYMLINK: 'symlink',
} as const satisfies Record<string, TreeEntry['type']>

function parseEntry(item: unknown): TreeEntry {
  const target = textIn(item, 'symlinkTarget')
  const named = Object.entries(types).find(([name]) => name === textIn(item, 'type'))
  return {
    name: textIn(item, 'name') ?? '',
    path: textIn(item, 'path') ?? '',
    type: target === null ? (named?.[1] ?? 'other') : 'symlink',
    mode: numberIn(item, 'mode') ?? 0,
    // In JSON of Protobuf it is a text.
    size: Number(fieldIn(item, 'size') ?? 0),
    modifiedAtMs: Date.parse(textIn(item, 'modifiedTime') ?? '') || 0,
    owner: textIn(item, 'owner') ?? '',
    group: textIn(item, 'group') ?? '',
    permissions: textIn(item, 'permissions') ?? '',
    target,
  }
}

async function expectSuccess(response: HttpResponse): Promise<HttpResponse> {
  if (response.ok) return response
  const body = await response.text()
  throw new Error(`the sandbox answered ${response.status}: ${peerText(body)}`)
}

/** Starts the program of a server that is installed, with its standard input and output as the connection. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { messageBytesMax } from '../dialect/bounds.ts'
import type { ServerSource, ServerSpec } from '../dialect/gateway-config.ts'
import { programOfPackage } from '../dialect/program-of-package.ts'
import { Tail } from '../dialect/tail.ts'
import type { ServerProgram } from '../ports/server-program.ts'
import { homeOf, type ServerUser } from './install-server.ts'

export interface ProgramOptions {
  readonly directory: string
  readonly user: ServerUser | undefined
  readonly env: Readonly<Record<string, string>>
}

export async function startServerProgram(spec: ServerSpec, options: ProgramOptions): Promise<ServerProgram> {
  const { directory, user, env } = options
  const argv = [...(user === undefined ? [] : runningAs(user)), ...(await commandOf(spec, directory))]
  // In a session, and so a process group, of its own: whatever a server has started ends with it.
  const [command = '', ...args] = ['setsid', ...argv]
  const transport = new StdioClientTransport({
    ...{ command, args, cwd: spec.source.kind === 'github' ? directory : (user?.home ?? directory) },
    env: { ...env, ...homeOf(user), ...pythonPath(spec.source, directory), ...spec.env },
    stderr: 'pipe',
    maxBufferSize: messageBytesMax,
  })
  const tail = new Tail()
  transport.stderr?.on('data', (chunk: Buffer) => tail.push(chunk.toString('utf8')))
  const pid = watchPid(transport)
  return {
    transport,
    lastLines: () => tail.lines(),
    end: async () => {
      await transport.close()
      killGroup(pid())
    },
    kill: () => killGroup(pid()),
  }
}

/** The transport forgets it when it begins to close, which can take seconds. */
function watchPid(transport: StdioClientTransport): () => number | null {
  const start = transport.start.bind(transport)
  let pid: number | null = null
  transport.start = async () => {
    await start()
    pid = transport.pid
  }
  return () => pid
}

function runningAs({ uid, gid }: ServerUser): string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--']
}

function pythonPath(source: ServerSource, directory: string): Record<string, string> {
  return source.kind === 'pypi' ? { PYTHONPATH: directory } : {}
}

async function commandOf({ source, run }: ServerSpec, directory: string): Promise<string[]> {
  if ('command' in run) return ['bash', '-c', run.command]
  if (source.kind === 'pypi') return [join(directory, 'bin', source.program ?? source.package), ...run.args]
  if (source.kind === 'npm') return ['node', await npmProgram(source.package, directory), ...run.args]
  throw new Error('a repository has a command')
}

async function npmProgram(packageName: string, directory: string): Promise<string> {
  const home = join(directory, 'node_modules', packageName)
  const manifest: unknown = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  const program = programOfPackage(packageName, manifest)
  if (program === undefined) throw new Error(`the package ${packageName} has no program`)
  return join(home, program)
}

function killGroup(pid: number | null): void {
  if (pid === null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}

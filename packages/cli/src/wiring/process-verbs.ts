/** The verbs that work inside a sandbox. What they need is little: `cay sandbox exec` has a limit for its own time. */

import { type CommandDeps, execCommand, expectTerminal } from '../app/sandbox/exec-command.ts'
import type { SandboxTokens } from '../app/sandbox/find-sandbox.ts'
import { keepAlive } from '../app/sandbox/keep-alive.ts'
import type { ProcessVerbs } from '../commands/process-commands.ts'
import { connectAsTeam } from '../edge/control/control-client.ts'
import { localConsole } from '../edge/local-console.ts'
import { showText } from '../edge/terminal.ts'
import { ownEnvironment } from '../environment.ts'
import { access } from './client-access.ts'
import { paintError, print, printError, printed, view } from './console.ts'
import { daemonOf, openSession } from './sandbox-session.ts'
import { stopOnSignals, stopping } from './signals.ts'

const commandDeps = (daemon: CommandDeps['daemon']): CommandDeps => ({
  daemon,
  console: localConsole,
  term: ownEnvironment.TERM,
  signal: stopping.signal,
})

export const processVerbs: ProcessVerbs = {
  async exec({ id, user, ...options }) {
    expectTerminal(localConsole, options.isTerminal)
    const { daemon } = await openSession(id, user)
    return await execCommand(commandDeps(daemon), options)
  },
  async shell({ id, user, name, ...options }) {
    expectTerminal(
      localConsole,
      options.isTerminal,
      `\`cay sandbox exec ${id} COMMAND\` needs none; its -i passes the standard input`,
    )
    const session = await openSession(id, user)
    const end = keepAlive(session.team, session.sandboxId)
    try {
      const deps = commandDeps(session.daemon)
      if (name === undefined) return await execCommand(deps, options)
      const { openNamedShell } = await import('../app/sandbox/named-shells.ts')
      return await openNamedShell({ ...deps, printError }, { name, ...options })
    } finally {
      end()
    }
  },
  async listShells(id, format) {
    const { listShells } = await import('../app/sandbox/named-shells.ts')
    return printed(await listShells((await openSession(id, undefined)).daemon, view(format)))
  },
  async endShells(id, names) {
    const { endShells } = await import('../app/sandbox/named-shells.ts')
    return await endShells((await openSession(id, undefined)).daemon, names, { print, printError })
  },
  async run({ user, ...request }) {
    const { runSandbox } = await import('../app/sandbox/run-sandbox.ts')
    const client = await access()
    const template = await builtTemplate(request.template)
    const deps = {
      ...{ console: localConsole, term: ownEnvironment.TERM, signal: stopping.signal, printError },
      team: connectAsTeam(client),
      open: (sandboxId: string, tokens: SandboxTokens) => daemonOf(client, sandboxId, { ...tokens, user }),
    }
    return await runSandbox(deps, { ...request, template })
  },
  async copy(from, to, user) {
    const [{ copyFiles }, { localFiles }, { pipeline }] = await Promise.all([
      import('../app/files/copy-files.ts'),
      import('../edge/files/local-files.ts'),
      import('node:stream/promises'),
    ])
    const deps = {
      ...{ noun: 'sandbox' as const, local: localFiles, input: process.stdin },
      open: async (id: string) => (await openSession(id, user)).daemon.files,
      output: (body: NodeJS.ReadableStream) => pipeline(body, process.stdout, { end: false }),
      warn: (line: string) => printError(`Warning: ${line}`),
    }
    await copyFiles(deps, from, to)
    return 0
  },
  async forwardPorts(id, ports) {
    const [{ forwardConnection }, { listenLocally }] = await Promise.all([
      import('../app/sandbox/forward-port.ts'),
      import('../edge/local-listener.ts'),
    ])
    const { daemon, team: api, sandboxId } = await openSession(id, undefined)
    // Not before: an interrupt ends this process at once while the API does not answer.
    stopOnSignals({ outlivesReaders: false })
    const { signal } = stopping
    const end = keepAlive(api, sandboxId)
    await using open = new AsyncDisposableStack()
    for (const { local, remote } of ports) {
      const listener = await listenLocally(local, (connection) => {
        void forwardConnection(
          { daemon, printError, signal },
          { host: '127.0.0.1', port: remote },
          connection,
        )
      })
      open.defer(() => listener.close())
      print(`127.0.0.1:${listener.port} -> ${sandboxId}:${remote}`)
    }
    await aborted(signal)
    end()
    return 0
  },
}

/** A directory or Dockerfile is built first, with its log on the error stream. */
async function builtTemplate(template: string): Promise<string> {
  if (!/^(?:\.{1,2}\/|\/|\.{1,2}$)/.test(template)) return template
  const { buildFromDirectory } = await import('../app/template/build-from-directory.ts')
  const view = { output: process.stderr, paint: paintError, show: showText }
  return await buildFromDirectory(await access(), { path: template, isFresh: false }, view)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

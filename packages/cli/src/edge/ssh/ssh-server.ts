/** The SSH protocol by the library ssh2, on one stream: sessions, terminals, SFTP and forwarded connections become calls of the handlers. */
import type { Duplex, Writable } from 'node:stream'
import ssh2, {
  type AuthContext,
  type Connection,
  type ServerChannel,
  type ServerConfig,
  type Session,
} from 'ssh2'
import type { TerminalSize } from '../../ports/sandbox-daemon.ts'
import type { ServeSsh, SshHandlers, SshSession, SshUser } from '../../ports/ssh-server.ts'
import { channelStream } from './channel-stream.ts'
import { firstOf } from './first-of.ts'
import { serveSftp } from './sftp-server.ts'

/** What Node encrypts by itself; clients would first choose one that is computed in JavaScript here. */
const algorithms: ServerConfig['algorithms'] = {
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes256-ctr'],
}

export const serveSsh: ServeSsh = async (stream, { hostKey, handlers }) => {
  // `close` follows. The library stops to listen before the last write fails.
  stream.on('error', () => undefined)
  const gone = new Promise<void>((resolve, reject) => {
    const server = new ssh2.Server({ hostKeys: [hostKey], algorithms }, (client) => {
      const authenticated = logIn(client, handlers)
      client.on('error', reject)
      client.on('close', resolve)
      client.on('ready', () => void authenticated.then((user) => accept(client, user)))
    })
    server.injectSocket(stream as Parameters<typeof server.injectSocket>[0])
  })
  // ssh closes no direction by itself: at the end of one it has gone, also when what waits for it cannot be written.
  await Promise.race([gone, firstOf([stream, 'close'], [stream, 'end'])])
}

/** Who connects is who started this process: a name is all that is asked for. */
function logIn(client: Connection, handlers: SshHandlers): Promise<SshUser> {
  return new Promise((resolve) => {
    client.on('authentication', (context: AuthContext) => {
      handlers.logIn(context.username).then(
        (user) => {
          if (user === undefined) return context.reject([])
          resolve(user)
          context.accept()
        },
        () => context.reject([]),
      )
    })
  })
}

function accept(client: Connection, user: SshUser): void {
  client.on('session', (acceptSession) => serveSession(acceptSession(), user))
  client.on('tcpip', (acceptChannel, reject, { destIP: host, destPort: port }) => {
    user.connectTcp({ host, port }).then(
      (tunnel) => void tunnel.carry(channelStream(acceptChannel())),
      () => reject(),
    )
  })
  // Connections from the sandbox to the client (-R) would need a listener in the sandbox.
  client.on('request', (_accept, reject) => reject?.())
}

function serveSession(session: Session, user: SshUser): void {
  const envs: Record<string, string> = {}
  const resized = new Set<(size: TerminalSize) => void>()
  const signalled = new Set<(name: string) => void>()
  let terminal: SshSession['terminal']
  const begin = (channel: ServerChannel, command?: string) => {
    const given = { envs, ...(terminal === undefined ? {} : { terminal }) }
    const asked = command === undefined ? given : { ...given, command }
    void user.runSession({
      ...asked,
      ...streamsOf(channel),
      writeError: (bytes) => writeTo(channel.stderr, bytes, channel),
      onResize: (listener) => listen(resized, listener),
      onSignal: (listener) => listen(signalled, listener),
      exit(code) {
        channel.exit(code)
        channel.end()
      },
    })
  }
  session.on('pty', (acceptTerminal, _reject, info) => {
    const term = 'term' in info && typeof info.term === 'string' ? info.term : undefined
    terminal = { size: sizeOf(info), term }
    acceptTerminal?.()
  })
  session.on('env', (acceptVariable, _reject, { key, val }) => {
    envs[key] = String(val)
    acceptVariable?.()
  })
  session.on('window-change', (acceptSize, _reject, info) => {
    for (const listener of resized) listener(sizeOf(info))
    acceptSize?.()
  })
  session.on('signal', (acceptSignal, _reject, { name }) => {
    for (const listener of signalled) listener(name)
    acceptSignal?.()
  })
  session.on('shell', (acceptShell) => begin(acceptShell()))
  session.on('exec', (acceptCommand, _reject, { command }) => begin(acceptCommand(), command))
  session.on('sftp', (acceptSftp) => serveSftp(acceptSftp(), user.files))
}

function sizeOf({ cols, rows }: { readonly cols: number; readonly rows: number }): TerminalSize {
  return { cols: cols || 80, rows: rows || 24 }
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function streamsOf(channel: Duplex): Pick<SshSession, 'closed' | 'readInput' | 'write'> {
  const closing = new AbortController()
  channel.on('close', () => closing.abort())
  // `close` follows.
  channel.on('error', () => undefined)
  return {
    closed: closing.signal,
    readInput({ onBytes, onEnd }) {
      channel.on('data', onBytes)
      channel.on('end', onEnd)
      return {
        pause: () => void channel.pause(),
        resume: () => void channel.resume(),
        stop: () => void channel.off('data', onBytes),
      }
    },
    write: (bytes) => writeTo(channel, bytes, channel),
  }
}

/** A client that goes takes what waits for it along. */
async function writeTo(stream: Writable, bytes: Buffer, channel: Duplex): Promise<void> {
  if (channel.destroyed || stream.write(bytes)) return
  await firstOf([stream, 'drain'], [channel, 'close'])
}

/** Connections to TCP ports from within a sandbox: its daemon opens them, and an upgraded request carries them, end by end. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { tcpTunnel } from '@cay/contract/names.ts'
import { carryTcp } from '@cay/kit/flow/carry-tcp.ts'
import { CommandError } from '../../dialect/output/command-error.ts'
import { textIn } from '../../dialect/output/fields.ts'
import { peerText } from '../../dialect/output/peer-text.ts'
import type { TcpTarget, TcpTunnel } from '../../ports/sandbox-daemon.ts'
import { readAnswer } from '../http-exchange.ts'
import type { DaemonAddress } from './connect-calls.ts'

/** Well below what proxies take for idle. */
const keepaliveMs = 50_000

/** Throws when the sandbox cannot connect, in words for the person who typed. */
export async function openTcpTunnel(
  { url, headers }: DaemonAddress,
  { host, port }: TcpTarget,
  signal?: AbortSignal,
): Promise<TcpTunnel> {
  const target = new URL(tcpTunnel.path, url)
  target.search = String(new URLSearchParams({ host, port: String(port) }))
  const response = await requestUpgrade(target, headers, signal)
  if ('carrier' in response)
    return { carry: (local) => carryTcp(response.carrier, local, { keepaliveMs }).catch(() => undefined) }
  const { statusCode = 0 } = response
  const words = reasonIn(await readAnswer(response))
  if (statusCode === 404 && (words === 'page not found' || words?.includes(tcpTunnel.path) === true))
    throw new CommandError(
      'the daemon of this sandbox is older than this command and forwards no connections',
      {
        hint: 'build its template again, and create another sandbox',
      },
    )
  if (statusCode === 502)
    throw new CommandError(
      `the sandbox cannot connect to port ${port} of ${host} (${words ?? 'no reason is known'})`,
    )
  throw new CommandError(words ?? `the sandbox answered ${statusCode}`)
}

async function requestUpgrade(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage | { readonly carrier: Duplex }> {
  const { request } = await import(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return await new Promise((resolve, reject) => {
    const asking = request(url, {
      agent: false,
      ...(signal === undefined ? {} : { signal }),
      headers: { ...headers, connection: 'Upgrade', upgrade: tcpTunnel.protocol },
    })
    asking.once('error', reject)
    asking.once('response', resolve)
    asking.once('upgrade', (_: IncomingMessage, carrier: Duplex, head: Buffer) => {
      if (head.length > 0) carrier.unshift(head)
      resolve({ carrier })
    })
    asking.end()
  })
}

function reasonIn(body: string): string | undefined {
  try {
    const message = textIn(JSON.parse(body), 'message')
    return message === null ? undefined : peerText(message)
  } catch {
    // Who stands before the daemon may answer with a page.
    return undefined
  }
}

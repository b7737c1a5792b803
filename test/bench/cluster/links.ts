/** The memory of idle links in a control process of its own: nodes have joined, are connected, and nobody calls anybody. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { globalAgent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { dialControl } from '@cay/agent/edge/dial-control.ts'
import { openSession } from '@cay/agent/edge/open-session.ts'
import { createControlServer } from '@cay/agent/edge/serve-control.ts'
import { makeAuthority } from '@cay/kit/certificates/issue.ts'
import { makeCertificateRequest, openMemberIssuer } from '@cay/kit/certificates/members.ts'
import { linkProtocols } from '@cay/kit/link/link-protocols.ts'
import type { Reading } from '../report.ts'
import type { ClusterMeasurement } from './measurement.ts'

const links = 500
const sharedLinks = 100
const dialledAtOnce = 20
const kibMax = 64
const main = new URL('links-control.ts', import.meta.url).pathname

/** What the process says of itself. */
export interface LinksMessage {
  readonly port?: number
  readonly residentKib?: number
}

export async function measureLinks({ signal }: ClusterMeasurement): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const [name, protocol] of [
    ['calls to nodes', linkProtocols.toNode],
    ['calls of nodes', linkProtocols.toControl],
  ] as const) {
    const kib = await kibOfLink(protocol, signal)
    readings.push({ name: `an idle link for ${name}, in control`, value: kib, unit: 'KiB', valueMax: kibMax })
  }
  return readings
}

async function kibOfLink(protocol: string, signal: AbortSignal): Promise<number> {
  const nowMs = Date.now()
  const authority = await makeAuthority('bench', { nowMs, days: 1 })
  const issuer = await openMemberIssuer(authority)
  const issue = async (member: Parameters<typeof issuer.issue>[1]) => {
    const { request, key } = await makeCertificateRequest()
    return { certificate: (await issuer.issue(request, member, nowMs)).certificate, key }
  }
  const own = await issue({ kind: 'control', nodeId: '' })
  const control = fork(main, { execArgv: ['--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const sockets: TLSSocket[] = []
  const local = createControlServer({ socketPath: '/nonexistent', agent: globalAgent })
  const ask = async (message: object): Promise<LinksMessage> => {
    const answered = once(control, 'message')
    control.send(message)
    return ((await answered) as [LinksMessage])[0]
  }
  try {
    const { port = 0 } = await ask({ own, authority: authority.certificate })
    const node = await issue({ kind: 'node', nodeId: 'bench' })
    const dial = async () => {
      const options = { address: `127.0.0.1:${port}`, protocol, authority: authority.certificate, own: node }
      const socket = await dialControl(options, signal)
      sockets.push(socket)
      if (protocol === linkProtocols.toNode) void local.serve(socket)
      else openSession(socket)
    }
    // The first ones grow what all of them share.
    await dialMany(dial, sharedLinks)
    const before = (await ask({})).residentKib ?? 0
    await dialMany(dial, links)
    return ((await ask({})).residentKib ?? 0) / links - before / links
  } finally {
    for (const socket of sockets) socket.destroy()
    control.kill('SIGKILL')
    local.close()
  }
}

const settleMs = 4_000

async function dialMany(dial: () => Promise<void>, count: number): Promise<void> {
  for (let done = 0; done < count; done += dialledAtOnce)
    await Promise.all(Array.from({ length: Math.min(dialledAtOnce, count - done) }, dial))
  // A ping of each, and what handshakes have left goes.
  await sleep(settleMs)
}

/** A request through the proxy at the sandbox, and through that of another node before it, in turns. Both are processes. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { type HopNode, openHopWorld } from '../../system/hop-world.ts'
import type { Sandbox } from '../../system/proxy-world.ts'
import { latencies } from '../network/load.ts'
import type { Figure, Reading } from '../report.ts'
import { median } from '../statistics.ts'
import type { ClusterMeasurement } from './measurement.ts'

const perTurn = 100
const bodyBytes = 64 * 1024 * 1024
const addedMsMax = 0.5
const throughputMin = 0.6
const kinds = ['GET', 'POST', 'download', 'upload'] as const
type Kind = (typeof kinds)[number]
type Samples = Record<Kind, { readonly direct: number[]; readonly hop: number[] }>

export async function measureHop({
  turns,
  signal,
}: ClusterMeasurement): Promise<{ figures: Figure[]; readings: Reading[] }> {
  await using world = await openHopWorld()
  const sandbox = world.addSandbox()
  const port = await serveGuest(sandbox)
  const host = `${port}-${sandbox.id}.localhost`
  const samples = Object.fromEntries(
    kinds.map((kind) => [kind, { direct: [], hop: [] }]),
  ) as unknown as Samples
  // The first turn warms up compilers and connections.
  for (let turn = -1; turn < turns; turn++)
    for (const kind of kinds) {
      signal.throwIfAborted()
      const direct = await measureOnce(kind, world.owner, host)
      const hop = await measureOnce(kind, world.edge, host)
      if (turn < 0) continue
      samples[kind].direct.push(...direct)
      samples[kind].hop.push(...hop)
    }
  return {
    figures: kinds.flatMap((kind) => [
      { name: `${titleOf(kind)}, direct`, samples: samples[kind].direct },
      { name: `${titleOf(kind)}, one hop`, samples: samples[kind].hop, floor: samples[kind].direct },
    ]),
    readings: kinds.map((kind) => compare(kind, samples[kind])),
  }
}

const titleOf = (kind: Kind) =>
  kind === 'GET' || kind === 'POST' ? `${kind} of a few bytes` : `${kind} of 64 MiB`

function compare(kind: Kind, { direct, hop }: Samples[Kind]): Reading {
  if (kind === 'GET' || kind === 'POST')
    return {
      name: `what a hop adds to a ${kind}`,
      value: median(hop) - median(direct),
      unit: 'ms',
      valueMax: addedMsMax,
    }
  const value = median(direct) / median(hop)
  return { name: `${kind} over a hop, of the direct throughput`, value, unit: 'x', valueMin: throughputMin }
}

/** Milliseconds. */
async function measureOnce(kind: Kind, { proxyPort }: HopNode, host: string): Promise<number[]> {
  const server = { host: '127.0.0.1', port: proxyPort }
  if (kind === 'GET')
    return await latencies({ ...server, request: `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n` }, perTurn)
  if (kind === 'POST') {
    const text = `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\n\r\nx`
    return await latencies({ ...server, request: text }, perTurn)
  }
  return [kind === 'download' ? await download(server, host) : await upload(server, host)]
}

async function download(
  server: { readonly host: string; readonly port: number },
  host: string,
): Promise<number> {
  const startedMs = performance.now()
  const socket = connect(server)
  socket.write(`GET /large HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  await once(socket, 'end')
  if (bytes < bodyBytes) throw new Error('the download is not complete')
  return performance.now() - startedMs
}

async function upload(
  server: { readonly host: string; readonly port: number },
  host: string,
): Promise<number> {
  const startedMs = performance.now()
  const sent = request({
    ...server,
    method: 'PUT',
    headers: { host, 'content-length': bodyBytes },
    agent: false,
  })
  sent.end(largeBody)
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream]
  response.resume()
  await once(response, 'end')
  return performance.now() - startedMs
}

const largeBody = Buffer.alloc(bodyBytes, 'x')

function serveGuest(sandbox: Sandbox): Promise<number> {
  return sandbox.serve((incoming, response) => {
    if (incoming.url === '/large') {
      response.setHeader('content-length', bodyBytes)
      response.end(largeBody)
      return
    }
    incoming.on('data', () => undefined)
    incoming.once('end', () => {
      response.setHeader('content-length', 0)
      response.end()
    })
  })
}

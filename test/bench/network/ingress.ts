/**
 * The way in: a server in a sandbox through the proxy, against the same server over the sandbox's veth pair. Both take turns.
 * There are two floors: one that makes a connection for each request, and one that keeps its connections, as clients and
 * the proxy do.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '@cay/kit/host/run.ts'
import { Sandbox } from 'e2b'
import type { OwnInstallation } from '../own-installation.ts'
import type { Reading } from '../report.ts'
import { median } from '../statistics.ts'
import { askOnce, connectionsPerSecond, latencies, requestsPerSecond, type Server } from './load.ts'
import type { NetworkMeasurement } from './part.ts'

const floorServer = join(dirname(dirname(fileURLToPath(import.meta.url))), 'floor-server.mjs')
const port = 8000
const load = { connections: 16, seconds: 3 }
const latencyCount = 200
const transferBytes = 256 * 1024 * 1024
const targets = { ratioMin: 0.6, addedMsMax: 0.5 }

export async function measureIngress(given: NetworkMeasurement, own: OwnInstallation): Promise<Reading[]> {
  const sandbox = await Sandbox.create('base', { timeoutMs: 1_200_000 })
  try {
    await sandbox.files.write('/home/user/server.mjs', await readFile(floorServer, 'utf8'))
    await sandbox.commands.run(`node server.mjs ${port}`, { background: true, timeoutMs: 0 })
    await sandbox.commands.run(`until curl -s -o /dev/null localhost:${port}/sink; do sleep 0.1; done`)
    const { sandboxes } = await own.node.listSandboxes({})
    const address = sandboxes.find(({ sandboxId }) => sandboxId === sandbox.sandboxId)?.address ?? ''
    return await compare(given, { address, sandboxId: sandbox.sandboxId })
  } finally {
    await sandbox.kill()
  }
}

interface Ways {
  readonly direct: Server
  readonly proxied: Server
}

async function compare(
  { turns, signal }: NetworkMeasurement,
  { address, sandboxId }: { address: string; sandboxId: string },
): Promise<Reading[]> {
  const proxy = new URL(process.env.E2B_SANDBOX_URL ?? '')
  const name = `${port}-${sandboxId}.localhost:${proxy.port}`
  const get = (host: string) => `GET /source?bytes=0 HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const ways: Ways = {
    direct: { host: address, port, request: get(`${address}:${port}`) },
    proxied: { host: proxy.hostname, port: Number(proxy.port), request: get(name) },
  }
  const rates = { kept: [] as number[], fresh: [] as number[], proxied: [] as number[] }
  const waits = { kept: [] as number[], fresh: [] as number[], proxied: [] as number[] }
  const speeds = { down: [] as Pair[], up: [] as Pair[] }
  for (let turn = 0; turn < Math.min(turns, 5); turn++) {
    signal.throwIfAborted()
    rates.kept.push(await requestsPerSecond(ways.direct, load))
    rates.fresh.push(await connectionsPerSecond(ways.direct, load))
    rates.proxied.push(await requestsPerSecond(ways.proxied, load))
    waits.kept.push(...(await latencies(ways.direct, latencyCount)))
    for (let asked = 0; asked < latencyCount; asked++) waits.fresh.push(await askOnce(ways.direct))
    waits.proxied.push(...(await latencies(ways.proxied, latencyCount)))
    const urls = { direct: `http://${address}:${port}`, proxied: `http://${name}` }
    for (const way of ['down', 'up'] as const) {
      speeds[way].push({
        direct: await transfer[way](urls.direct),
        proxied: await transfer[way](urls.proxied),
      })
    }
  }
  return [...rateReadings(rates), ...waitReadings(waits), ...speedReadings(speeds)]
}

interface Pair {
  readonly direct: number
  readonly proxied: number
}

/** Megabytes per second, by curl on this machine. */
const transfer = {
  down: (url: string) => speedOf(['-w', '%{speed_download}', `${url}/source?bytes=${transferBytes}`]),
  up: (url: string) =>
    speedOf(
      ['-w', '%{speed_upload}', '-H', 'Expect:', '-T', '-', `${url}/sink`],
      `head -c ${transferBytes} /dev/zero`,
    ),
}

async function speedOf(args: string[], source = 'true'): Promise<number> {
  const { stdout } = await run(['sh', '-c', `${source} | curl -sg -o /dev/null "$@"`, 'sh', ...args])
  return Number(stdout) / 1e6
}

type Three = Readonly<Record<'kept' | 'fresh' | 'proxied', readonly number[]>>

function rateReadings({ kept, fresh, proxied }: Three): Reading[] {
  const unit = 'requests/s'
  return [
    { name: 'direct, kept connections', value: median(kept), unit },
    { name: 'direct, a connection for each', value: median(fresh), unit },
    { name: 'through the proxy', value: median(proxied), unit },
    {
      name: '  of direct, a connection for each',
      value: median(proxied) / median(fresh),
      unit: 'x',
      valueMin: targets.ratioMin,
    },
    {
      name: '  of direct, kept connections',
      value: median(proxied) / median(kept),
      unit: 'x',
      valueMin: targets.ratioMin,
    },
  ]
}

function waitReadings({ kept, fresh, proxied }: Three): Reading[] {
  const unit = 'ms'
  return [
    { name: 'latency direct, a kept connection', value: median(kept), unit },
    { name: 'latency direct, a connection for each', value: median(fresh), unit },
    { name: 'latency through the proxy', value: median(proxied), unit },
    {
      name: '  added to a connection for each',
      value: median(proxied) - median(fresh),
      unit,
      valueMax: targets.addedMsMax,
    },
    {
      name: '  added to a kept connection',
      value: median(proxied) - median(kept),
      unit,
      valueMax: targets.addedMsMax,
    },
  ]
}

function speedReadings(speeds: Readonly<Record<'down' | 'up', readonly Pair[]>>): Reading[] {
  return (['down', 'up'] as const).flatMap((way) => {
    const direct = median(speeds[way].map((pair) => pair.direct))
    const proxied = median(speeds[way].map((pair) => pair.proxied))
    return [
      { name: `ingress ${way}, direct`, value: direct, unit: 'MB/s' },
      { name: `ingress ${way}, through the proxy`, value: proxied, unit: 'MB/s' },
      { name: '  of direct', value: proxied / direct, unit: 'x', valueMin: targets.ratioMin },
    ]
  })
}

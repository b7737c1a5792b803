/**
 * Ten thousand nodes that renew their leases every five seconds: what that costs a control process, with the database of the
 * cluster and with none. The calls are made in this process, so what HTTP/2 and TLS cost is not in it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ClusterNodes } from '@cay/control/app/node/cluster-nodes.ts'
import { LeaseRenewals, type RenewalRequest } from '@cay/control/app/node/renew-lease.ts'
import { systemClock } from '@cay/control/edge/host/system-clock.ts'
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import type { NodeRecord, NodeReport } from '@cay/control/ports/cluster-node.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { createLogger } from '@cay/kit/log.ts'
import { oldestPostgres, startPostgres } from '../../support/postgres.ts'
import type { Measured } from '../measured.ts'
import type { Reading } from '../report.ts'
import { percentile } from '../statistics.ts'
import type { ClusterMeasurement } from './measurement.ts'

const nodes = 10_000
const everyMs = 5_000
const warmRounds = 1
const rounds = 3
const cpuPercentMax = 10

export async function measureRenewals({ signal, tell }: ClusterMeasurement): Promise<Measured> {
  const readings = await measureOn('no database', storeInMemory(), signal)
  if (!oldestPostgres.isInstalled)
    return {
      figures: [],
      readings,
      notes: ['PostgreSQL 15 is not installed: renewals were not measured on it'],
    }
  tell('      cluster: renewals on PostgreSQL')
  const server = await startPostgres(oldestPostgres, { isDurable: true })
  try {
    const store = await openPostgresStore(await server.createDatabase())
    return {
      figures: [],
      readings: [...readings, ...(await measureOn('PostgreSQL', store, signal))],
      notes: [],
    }
  } finally {
    await server.stop()
  }
}

type NodesOnly = Pick<Store, 'addNode' | 'findNode' | 'listNodes' | 'renewNodes' | 'close'>

/** Renews without a database, so that the rest can be told apart. */
function storeInMemory(): NodesOnly {
  const records = new Map<string, NodeRecord>()
  return {
    addNode: ({ nodeId, nowMs, ...node }) => {
      const times = { joinedAtMs: nowMs, desiredAtMs: nowMs, renewedAtMs: 0, clockSkewMs: 0, lostAtMs: null }
      records.set(nodeId, {
        ...{ ...node, ...times, nodeId, incarnation: 1, bootId: '', desired: 'ready', report: null },
      })
      return Promise.resolve()
    },
    findNode: (nodeId) => Promise.resolve(records.get(nodeId)),
    listNodes: () => Promise.resolve([...records.values()]),
    renewNodes: (renewals) => Promise.resolve(renewals.map(({ nodeId }) => nodeId)),
    close: () => Promise.resolve(),
  }
}

async function measureOn(name: string, store: NodesOnly, signal: AbortSignal): Promise<Reading[]> {
  try {
    const renewals = await joinNodes(store)
    for (let round = 0; round < warmRounds; round++) await renewAll(renewals, signal)
    const before = process.cpuUsage()
    const samples: number[] = []
    for (let round = 0; round < rounds; round++) samples.push(...(await renewAll(renewals, signal)))
    const { user, system } = process.cpuUsage(before)
    // Of the time that the rounds should take: a busy machine stretches them.
    const percent = (user + system) / 10 / (rounds * everyMs)
    return [
      {
        name: `10,000 renewals in 5 s, ${name}: control`,
        value: percent,
        unit: '% of a core',
        valueMax: cpuPercentMax,
      },
      { name: `10,000 renewals in 5 s, ${name}: p99`, value: percentile(samples, 99), unit: 'ms' },
    ]
  } finally {
    await store.close()
  }
}

async function joinNodes(store: NodesOnly): Promise<LeaseRenewals> {
  const log = createLogger('control', 'error')
  const cluster = new ClusterNodes({
    ...{ store, leaseClock: systemClock, log, version: '0.1.0', transports: noTransports },
    callNode: () => {
      throw new Error('no node is called')
    },
  })
  for (let n = 0; n < nodes; n++)
    await store.addNode({ nodeId: nodeIdOf(n), name: nodeIdOf(n), labels: [], nowMs: systemClock.nowMs() })
  await cluster.read()
  // Of the store, renewals use what is about nodes.
  return new LeaseRenewals({
    store: store as Store,
    cluster,
    log,
    clock: systemClock,
    leaseClock: systemClock,
  })
}

const noTransports = {
  transportOf: () => {
    throw new Error('no node is called')
  },
  isReachable: () => false,
  forwardTo: () => {
    throw new Error('no node is called')
  },
  onLink: () => () => undefined,
  retain: () => undefined,
}

const nodeIdOf = (index: number) => `node${String(index).padStart(8, '0')}`

/** Spread evenly over the five seconds. Returns how long each took in milliseconds. */
async function renewAll(renewals: LeaseRenewals, signal: AbortSignal): Promise<number[]> {
  const startedMs = performance.now()
  const samples: number[] = []
  const started: Promise<unknown>[] = []
  const renew = async (index: number) => {
    const sentMs = performance.now()
    const { isLost } = await renewals.renew(requestOf(index))
    if (isLost) throw new Error('a renewal was refused')
    samples.push(performance.now() - sentMs)
  }
  while (started.length < nodes) {
    signal.throwIfAborted()
    const due = Math.min(nodes, ((performance.now() - startedMs) * nodes) / everyMs)
    // Judged in the end: the others go on meanwhile.
    while (started.length < due) started.push(renew(started.length).catch((error: unknown) => error))
    await sleep(1)
  }
  const failure = (await Promise.all(started)).find((outcome) => outcome !== undefined)
  if (failure !== undefined) throw failure
  return samples
}

function requestOf(index: number): RenewalRequest {
  return {
    ...{ nodeId: nodeIdOf(index), incarnation: 1, bootId: 'boot', clockMs: systemClock.nowMs() },
    report,
  }
}

const buildIds = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

const report: NodeReport = {
  ...{ instanceId: 'instance', version: '0.1.0', arch: 'x86_64', runtimeId: 'release-20240729.0' },
  // As many as a processor of today has.
  cpuFeatures: Array.from({ length: 120 }, (_, n) => `feature${n}`).join(','),
  address: '198.51.100.1:3004',
  capacity: {
    ...{ placesMax: 200, placesUsed: 100, placesInFlight: 1, cpuCount: 64, cpusAllocated: 100 },
    ...{ memoryTotalMb: 65_536, memoryFreeMb: 30_000, diskFreeMb: 100_000 },
  },
  ...{ pooledBuildIds: buildIds(4), cachedBuildIds: buildIds(30) },
}

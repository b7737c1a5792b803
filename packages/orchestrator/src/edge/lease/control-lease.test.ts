import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { DesiredStatus, LeaseVerdict, type RenewRequest } from '@cay/contract/gen/cluster/lease_pb.js'
import { errorCodeHeader } from '@cay/contract/names.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveLease } from '../../testing/lease-server.ts'
import { connectLease } from './control-lease.ts'

let directory: string
let server: Server
let asked: RenewRequest[]
let verdict: LeaseVerdict
let killMs: number
let failure: ConnectError | undefined

beforeEach(async () => {
  directory = await mkdtemp(`${tmpdir()}/cay-lease-`)
  asked = []
  verdict = LeaseVerdict.OK
  killMs = 290_000
  failure = undefined
  server = await serveLease(`${directory}/rpc.sock`, (request) => {
    if (failure !== undefined) throw failure
    asked.push(request)
    const times = { leaseMs: 15_000, fenceMs: 270_000, killMs, nowMs: 1n }
    const cluster = { nodeId: 'n1', replicas: ['a:3003', 'b:3003'], desiredStatus: DesiredStatus.DRAINING }
    return { ...times, ...cluster, verdict, incarnation: 4n }
  })
})

afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await rm(directory, { recursive: true })
})

const client = () =>
  connectLease(`${directory}/rpc.sock`, {
    ...{ bootId: 'boot', instanceId: 'i', version: '0.1.0', runtimeId: 'r', cpuFeatures: ['avx'] },
    address: async () => '198.51.100.1:3004',
  })

const capacity = {
  ...{ placesMax: 9, placesUsed: 2, placesInFlight: 1, cpuCount: 4, cpusAllocated: 3 },
  ...{ memoryTotalMb: 8000, memoryFreeMb: 5000, diskFreeMb: 70_000 },
}
const request = {
  incarnation: 3,
  capacity,
  pooledBuildIds: ['p'],
  cachedBuildIds: ['p', 'c'],
  volumesDirectoryId: undefined,
}
const renew = () => client().renew(request, { signal: new AbortController().signal, timeoutMs: 5_000 })

test('a renewal tells all that places are chosen by', async () => {
  expect(await renew()).toEqual({
    ...{ verdict: 'ok', incarnation: 4, leaseMs: 15_000, fenceMs: 270_000, endMs: 290_000 },
    ...{ desiredStatus: 'draining', replicas: 2 },
  })
  expect(asked[0]).toMatchObject({
    ...{ bootId: 'boot', instanceId: 'i', version: '0.1.0', runtimeId: 'r', incarnation: 3n },
    ...{ cpuFeatures: ['avx'], address: '198.51.100.1:3004', pooledBuildIds: ['p'], buildsFromRecipes: true },
    capacity: { placesMax: 9, placesUsed: 2, placesInFlight: 1, memoryFreeMb: 5000n, diskFreeMb: 70_000n },
  })
  expect(Math.abs(Number(asked[0]?.clockMs) - Date.now())).toBeLessThan(60_000)
})

test('a control process that does not know when the node kills states nothing', async () => {
  killMs = 0
  expect(await renew()).not.toHaveProperty('endMs')
})

test('a verdict that is not known grants nothing', async () => {
  verdict = LeaseVerdict.UNSPECIFIED
  await expect(renew()).rejects.toThrow('unknown verdict')
  verdict = LeaseVerdict.LOST
  expect(await renew()).toMatchObject({ verdict: 'lost' })
})

test('that control cannot reach its database is told from a control that is away', async () => {
  failure = new ConnectError('no database', Code.Unavailable, { [errorCodeHeader]: 'database_unavailable' })
  await expect(renew()).rejects.toMatchObject({ code: 'database_unavailable' })
  failure = new ConnectError('no control process answers', Code.Unavailable)
  await expect(renew()).rejects.toMatchObject({ code: Code.Unavailable })
})

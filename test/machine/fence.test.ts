/**
 * A node of a cluster on a real machine that loses its control: what runs is paused or ended, what was paused comes back with
 * its memory, and a node that was given up ends all before it goes on. The times are those of control, which are short here.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { LeaseVerdict } from '@cay/contract/gen/cluster/lease_pb.js'
import {
  EndReason,
  Lifecycle_OnTimeout as OnTimeout,
  type Sandbox,
  SandboxPhase,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { serveLease } from '@cay/orchestrator/testing/lease-server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { present, StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

const leaseMs = 5_000
const fenceMs = 10_000
/** On a busy machine a pause takes some seconds. */
const killMs = 60_000

let node: StandaloneOrchestrator
let control: Server | undefined
let incarnation = 1n
const asked: bigint[] = []

beforeAll(async () => {
  node = await StandaloneOrchestrator.start('fence')
  await node.stop()
  const { nodeIdentity } = dataLayout(node.dataDir)
  await mkdir(nodeIdentity, { recursive: true })
  await writeFile(`${nodeIdentity}/identity.json`, JSON.stringify({ nodeId: 'n1' }))
  await writeFile(`${nodeIdentity}/replicas.json`, JSON.stringify(['127.0.0.1:3003']))
  await startControl()
  await node.start()
})

afterAll(async () => {
  await stopControl()
  await node.remove()
})

async function startControl(): Promise<void> {
  control = await serveLease(dataLayout(node.dataDir).clusterSocket, (request) => {
    asked.push(request.incarnation)
    const isLost = request.incarnation !== 0n && request.incarnation < incarnation
    const verdict = isLost ? LeaseVerdict.LOST : LeaseVerdict.OK
    const bounds = { leaseMs, fenceMs, killMs }
    return { nodeId: 'n1', incarnation, ...bounds, verdict, replicas: ['127.0.0.1:3003'] }
  })
}

async function stopControl(): Promise<void> {
  control?.close()
  control?.closeAllConnections()
  control = undefined
  await rm(dataLayout(node.dataDir).clusterSocket, { force: true })
}

const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })
async function create(onTimeout: OnTimeout): Promise<Sandbox> {
  return await until(() =>
    node.create({ epoch: 3n, lifecycle: { onTimeout, autoResume: false, autoResumeSeconds: 300 } }),
  )
}

const phaseOf = async ({ sandboxId }: Sandbox) => (await node.find(sandboxId))?.phase

test('what runs is paused or ended when control is away, and comes back with its memory', async () => {
  const kept = await create(OnTimeout.PAUSE)
  const ended = await create(OnTimeout.KILL)
  const guest = node.guest(kept)
  await guest.runCommand('user', 'echo hello > /dev/shm/note')
  await stopControl()
  await until(async () => expect(await phaseOf(ended)).toBe(SandboxPhase.ENDED))
  await until(async () => expect(await phaseOf(kept)).toBe(SandboxPhase.PAUSED))
  expect(await node.find(ended.sandboxId)).toMatchObject({ endReason: EndReason.NODE_LOST, epoch: 3n })
  expect(await node.find(kept.sandboxId)).toMatchObject({ epoch: 3n })
  await expect(node.create()).rejects.toThrow('has not renewed its lease with the cluster')
  await startControl()
  const { sandbox } = await until(() =>
    node.client.resumeSandbox({ sandboxId: kept.sandboxId, timeoutSeconds: 600, epoch: 4n }),
  )
  expect(sandbox).toMatchObject({ phase: SandboxPhase.RUNNING, epoch: 4n })
  const note = await node.guest(present(sandbox)).runCommand('user', 'cat /dev/shm/note')
  expect(note.stdout).toBe('hello\n')
})

test('a node that was given up ends what runs before it goes on as another incarnation', async () => {
  const running = await create(OnTimeout.PAUSE)
  incarnation = 2n
  await until(async () => expect(asked.at(-1)).toBe(2n))
  expect(await node.find(running.sandboxId)).toMatchObject({ endReason: EndReason.NODE_LOST })
  const stored: unknown = JSON.parse(await readFile(dataLayout(node.dataDir).nodeLeaseFile, 'utf8'))
  expect(stored).toMatchObject({ incarnation: 2 })
  await create(OnTimeout.KILL)
})

import { fetchGapMsMax } from '@cay/core/logs/fetch-pace.ts'
import { decodePageCursor } from '@cay/core/logs/page-cursor.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { SimulatedGuestLogs, SimulatedLogStore } from '../../sim/simulated-logs.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { IdleFreezer } from '../idle/idle-freezer.ts'
import type { NodeContext } from '../node/node-context.ts'
import { pauseSandbox } from '../pause/pause-sandbox.ts'
import { resumeSandbox } from '../pause/resume-sandbox.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { endSandbox } from '../sandbox/end-sandbox.ts'
import { LogCollector } from './log-collector.ts'
import { recordLifecycle } from './record-lifecycle.ts'

const sandboxId = 'i00000000000000000001'
const { templateId, buildId } = simulatedBuild
const egress = { allowOut: [], denyOut: [] }

let machine: SimulatedMachine
let node: NodeContext
let guestLogs: SimulatedGuestLogs
let store: SimulatedLogStore

beforeEach(async () => {
  machine = new SimulatedMachine()
  const bare = simulateNode(machine)
  guestLogs = new SimulatedGuestLogs()
  store = new SimulatedLogStore(bare.clock)
  node = { ...bare, logs: new LogCollector({ ...bare, store, guestLogs }) }
})

async function create(): Promise<void> {
  await createSandbox(node, { sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {}, egress })
}
const address = () => node.registry.find(sandboxId)?.container.slot.address ?? ''
const write = (...lines: string[]) => void guestLogs.lines.set(address(), [...written(), ...lines])
const written = () => guestLogs.lines.get(address()) ?? []
const kept = () => (store.logs.get(sandboxId) ?? []).map(({ message }) => message)

async function lookAfter(ms: number): Promise<void> {
  machine.nowMs += ms
  node.logs.poll()
  await node.logs.settled()
}

test('what a daemon has gathered is kept, each line once', async () => {
  await create()
  write('1', '2', '3')
  await lookAfter(0)
  await lookAfter(1000)
  expect(kept()).toEqual(['1', '2', '3'])
  write('4')
  await lookAfter(1000)
  expect(kept()).toEqual(['1', '2', '3', '4'])
})

test('a daemon without new lines is polled less and less often', async () => {
  await create()
  write()
  for (let second = 0; second < 120; second++) await lookAfter(1000)
  expect(guestLogs.asked.length).toBeLessThan(12)
  const before = guestLogs.asked.length
  await lookAfter(fetchGapMsMax)
  expect(guestLogs.asked.length).toBe(before + 1)
})

test('a reader gets what was written before it came, although a fetch was under way, and readers share the next one', async () => {
  await create()
  write('1')
  const read = (after?: string) =>
    node.logs.read(sandboxId, {
      direction: 'forward',
      limit: 10,
      ...(after === undefined ? {} : { after: decodePageCursor(after, 'forward') }),
    })
  const first = await read()
  expect(first.entries).toMatchObject([{ message: '1' }])
  const answer = guestLogs.holdNext()
  const early = read(first.nextCursor)
  await answer.asked
  write('2')
  const late = [read(first.nextCursor), read(first.nextCursor)]
  answer.release()
  expect((await early).entries).toEqual([])
  for (const one of late) expect((await one).entries).toMatchObject([{ message: '2' }])
  expect(guestLogs.asked).toHaveLength(3)
})

test('a frozen sandbox is not polled; its log was fetched before', async () => {
  await create()
  write('1')
  const idleFreezer = new IdleFreezer(node, 3000)
  for (const ms of [0, 3000]) {
    machine.nowMs += ms
    await idleFreezer.poll()
    await idleFreezer.settled()
  }
  expect(node.registry.isFrozen(sandboxId)).toBe(true)
  expect(kept()).toEqual(['1'])
  const asked = guestLogs.asked.length
  await lookAfter(60_000)
  await node.logs.read(sandboxId, { direction: 'backward', limit: 1 })
  expect(guestLogs.asked).toHaveLength(asked)
})

test('a daemon that does not respond delays no other, and is polled again', async () => {
  await create()
  await lookAfter(1000)
  await endSandbox(node, sandboxId, 'killed')
  expect(kept()).toEqual([])
})

test('the number of lines that the daemon dropped is logged', async () => {
  await create()
  write('1')
  guestLogs.lostCount = 7
  await node.logs.read(sandboxId, { direction: 'forward', limit: 1 })
  expect(store.logs.get(sandboxId)).toMatchObject([
    { level: 'warn', fields: { lostLines: '7' } },
    { message: '1' },
  ])
})

test('lifecycle events are in the log of a sandbox, between its own lines', async () => {
  const lives = recordLifecycle(node)
  await create()
  write('first')
  await pauseSandbox(node, { sandboxId, filesOnly: false })
  await resumeSandbox(node, { sandboxId, timeoutSeconds: 60, filesOnly: false })
  guestLogs.lines.set(address(), ['first', 'second'])
  await endSandbox(node, sandboxId, 'expired')
  node.registry.closeWatchers()
  await lives
  await node.logs.settled()
  expect(kept()).toEqual([
    'sandbox created',
    'first',
    'sandbox paused: requested',
    'sandbox resumed',
    'second',
    'sandbox ended: expired',
  ])
})

test('a restarted node logs what it missed, and nothing twice', async () => {
  await create()
  const follow = async (other: NodeContext) => {
    const lives = recordLifecycle(other)
    other.registry.closeWatchers()
    await lives
    await other.logs.settled()
  }
  await follow(node)
  await follow(node)
  expect(kept()).toEqual(['sandbox created'])
  await endSandbox(node, sandboxId, 'killed')
  await follow(node)
  await follow(node)
  expect(kept()).toEqual(['sandbox created', 'sandbox ended: killed'])
})

test('daemons that are slow delay the log of no other sandbox: it is fetched as soon as one of them is given up', async () => {
  const slow = Array.from({ length: 12 }, (_, index) => `i0000000000000000010${index.toString(36)}`)
  const settings = { templateId, buildId, timeoutSeconds: 600, envVars: {}, egress }
  for (const id of slow) await createSandbox(node, { sandboxId: id, ...settings })
  const ends: (() => void)[] = []
  const asked: string[] = []
  const page = guestLogs.page.bind(guestLogs)
  vi.spyOn(guestLogs, 'page').mockImplementation(async (guest, cursor) => {
    asked.push(guest.address)
    if (guest.address !== address()) await new Promise<void>((resolve) => ends.push(resolve))
    return await page(guest, cursor)
  })
  const poll = () => {
    machine.nowMs += fetchGapMsMax
    node.logs.poll()
  }
  const oneEnds = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  poll()
  poll()
  // Each has held a place for a while.
  for (let count = 0; count < slow.length; count++) await oneEnds()
  poll()
  await create()
  write('1')
  const before = asked.length
  node.logs.poll()
  poll()
  expect(asked.slice(before)).not.toContain(address())
  await oneEnds()
  expect(asked.slice(before)).toContain(address())
  await vi.waitFor(() => expect(kept()).toEqual(['1']))
  while (ends.length > 0) await oneEnds()
  await node.logs.settled()
})

test('the daemon of a sandbox that has ended is asked no more, since its address may be another one’s', async () => {
  await create()
  write('1', '2', '3', '4', '5', '6')
  const held = guestLogs.holdNext()
  machine.nowMs += 1
  node.logs.poll()
  machine.nowMs += fetchGapMsMax
  node.logs.poll()
  await held.asked
  node.registry.release(node.registry.find(sandboxId)?.claim ?? expect.fail('it runs'))
  held.release()
  await node.logs.settled()
  expect(guestLogs.asked).toHaveLength(1)
})

/**
 * Commands of several placements of one sandbox, in any order, with deaths of the node between them and within them: a command
 * of an earlier placement than one that was accepted changes nothing.
 */
import { ServiceError } from '@cay/core/errors.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { simulatedBuild } from '../../sim/simulated-node.ts'
import { SimulatedWorld } from '../../sim/simulated-world.ts'
import { adoptPaused } from '../pause/adopt-paused.ts'
import { pauseSandbox } from '../pause/pause-sandbox.ts'
import { resumeSandbox } from '../pause/resume-sandbox.ts'
import { captureSandbox } from '../snapshot/capture-sandbox.ts'
import { acknowledgeEnded } from './acknowledge-ended.ts'
import { createSandbox } from './create-sandbox.ts'
import { endSandbox } from './end-sandbox.ts'
import { releaseSandbox } from './release-sandbox.ts'
import { setEgressPolicy } from './set-egress-policy.ts'
import { setExpiry } from './set-expiry.ts'

const sandboxId = 'i00000000000000000001'
const { templateId, buildId } = simulatedBuild
const egress = { allowOut: [], denyOut: ['203.0.113.0/24'] }
const timeoutSeconds = 60

let world: SimulatedWorld

beforeEach(() => {
  world = new SimulatedWorld()
})

let captures = 0

function nextSnapshotId(): string {
  captures += 1
  return `33333333-3333-4333-8333-${String(captures).padStart(12, '0')}`
}

type Command = (world: SimulatedWorld, epoch: number) => Promise<unknown>

const commands = {
  create: ({ node }, epoch) =>
    createSandbox(node, { sandboxId, templateId, buildId, timeoutSeconds, envVars: {}, egress, epoch }),
  pause: ({ node }, epoch) => pauseSandbox(node, { sandboxId, filesOnly: false, epoch }),
  resume: ({ node }, epoch) => resumeSandbox(node, { sandboxId, timeoutSeconds, filesOnly: false, epoch }),
  capture: ({ node }, epoch) => captureSandbox(node, { sandboxId, snapshotId: nextSnapshotId(), epoch }),
  'set expiry': ({ node }, epoch) => setExpiry(node, sandboxId, 1e15, epoch),
  'set policy': ({ node }, epoch) => setEgressPolicy(node, sandboxId, egress, { epoch }),
  kill: ({ node }, epoch) => endSandbox(node, sandboxId, 'killed', epoch),
} as const satisfies Readonly<Record<string, Command>>
type Name = keyof typeof commands

const known = () => world.node.registry.epochOf(sandboxId)

/** What the node tells of the sandbox, and what is recorded of it. */
function visible() {
  const { ended, paused, records } = world.machine
  return JSON.stringify([world.state(sandboxId), known(), [...ended], [...paused], [...records]])
}

async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act
    return 'ok'
  } catch (error) {
    return error instanceof ServiceError ? error.code : 'died'
  }
}

describe.each(['running', 'paused', 'ended'] as const)('of one that is %s', (state) => {
  beforeEach(async () => {
    await commands.create(world, 4)
    if (state === 'paused') await commands.pause(world, 4)
    if (state === 'ended') await commands.kill(world, 4)
    await world.settle()
  })

  test.each(Object.keys(commands) as Name[])(
    'a %s of an earlier placement is refused by name',
    async (name) => {
      const before = visible()
      expect(await codeOf(commands[name](world, 3))).toBe('stale_epoch')
      expect(visible()).toBe(before)
    },
  )

  test('a release of an earlier placement drops nothing', async () => {
    const before = visible()
    expect(await codeOf(releaseSandbox(world.node, { sandboxId, epoch: 3 }))).toBe('stale_epoch')
    expect(visible()).toBe(before)
  })

  test('a release leaves nothing and reports no end, whenever the node dies', async () => {
    const began = world.machine.steps.length
    await releaseSandbox(world.node, { sandboxId, epoch: 4 })
    await world.settle()
    const steps = world.machine.steps.length - began
    expect([world.state(sandboxId), world.faults()]).toEqual(['absent', []])
    for (let step = 0; step < steps; step += 1) {
      world = new SimulatedWorld()
      await commands.create(world, 4)
      if (state === 'paused') await commands.pause(world, 4)
      if (state === 'ended') await commands.kill(world, 4)
      world.machine.killNodeAfter(step)
      await codeOf(releaseSandbox(world.node, { sandboxId, epoch: 4 }))
      await world.restart()
      // Control asks again until the copy is gone.
      await releaseSandbox(world.node, { sandboxId, epoch: 4 })
      await world.settle()
      expect([step, world.state(sandboxId), world.faults()]).toEqual([step, 'absent', []])
    }
  })
})

test('a command without an epoch is accepted, and leaves the epoch as it is', async () => {
  await commands.create(world, 4)
  await setExpiry(world.node, sandboxId, 1e15)
  await pauseSandbox(world.node, { sandboxId, filesOnly: false })
  expect(known()).toBe(4)
})

test('a create replaces the copy of an earlier placement, whose create was never answered', async () => {
  await commands.create(world, 1)
  const before = world.node.registry.find(sandboxId)?.container.id
  expect(await codeOf(commands.create(world, 1))).toBe('already_exists')
  await commands.create(world, 2)
  await world.settle()
  expect(world.node.registry.find(sandboxId)?.container.id).not.toBe(before)
  expect([known(), world.faults()]).toEqual([2, []])
})

test('a create of a placement that has ended is not taken for a new one', async () => {
  await commands.create(world, 1)
  await commands.kill(world, 1)
  expect(await codeOf(commands.create(world, 1))).toBe('already_exists')
  await commands.create(world, 2)
  await world.restart()
  expect([world.state(sandboxId), known()]).toEqual(['running', 2])
})

describe('adoption', () => {
  /** As the object store has it, of a pause on this node or on another one. */
  const record = (epoch: number, snapshotId: string) => {
    const paused = [...world.machine.paused.values()][0]
    return JSON.stringify({ ...paused, claim: { ...paused?.claim, epoch }, snapshotId, isStored: true })
  }
  const adopt = (epoch: number, text: string) => adoptPaused(world.node, { sandboxId, record: text, epoch })
  const snapshotId = () => world.node.registry.findPaused(sandboxId)?.snapshotId ?? ''

  beforeEach(async () => {
    await commands.create(world, 3)
    await commands.pause(world, 3)
  })

  test('a paused copy from before the sandbox ran elsewhere is not resumed in place of the later pause', async () => {
    const elsewhere = 'f'.repeat(32)
    await adopt(5, record(4, elsewhere))
    expect([snapshotId(), known()]).toEqual([elsewhere, 5])
    expect([...world.machine.snapshots.keys()]).toEqual([])
    await world.settle()
    expect(world.machine.leftovers().processes).toEqual([])
  })

  test('the copy of the same pause stays, under the new epoch', async () => {
    const before = snapshotId()
    await adopt(5, record(3, before))
    await world.restart()
    expect([snapshotId(), known(), [...world.machine.snapshots.keys()]]).toEqual([before, 5, [before]])
  })

  test('a later pause that the object store lacks stays', async () => {
    const stored = record(3, snapshotId())
    await commands.resume(world, 4)
    await commands.pause(world, 4)
    const later = snapshotId()
    await adopt(5, stored)
    expect([snapshotId(), known()]).toEqual([later, 5])
  })

  test('one of an earlier placement is refused', async () => {
    expect(await codeOf(adopt(2, record(3, snapshotId())))).toBe('stale_epoch')
  })
})

describe('any order of commands', () => {
  interface Turn {
    readonly name: Name | 'release' | 'acknowledge'
    readonly epoch: number
    /** The node dies after so many steps; absent: it lives. */
    readonly dies?: number
  }

  const anyTurn: fc.Arbitrary<Turn> = fc.record(
    {
      name: fc.constantFrom(...(Object.keys(commands) as Name[]), 'release' as const, 'acknowledge' as const),
      epoch: fc.integer({ min: 1, max: 5 }),
      dies: fc.nat(40),
    },
    { requiredKeys: ['name', 'epoch'] },
  )

  async function act({ name, epoch }: Turn): Promise<string> {
    if (name === 'release') return await codeOf(releaseSandbox(world.node, { sandboxId, epoch }))
    if (name === 'acknowledge') return await codeOf(acknowledgeEnded(world.node, [sandboxId]))
    return await codeOf(commands[name](world, epoch))
  }

  async function take(turn: Turn): Promise<void> {
    const before = known()
    const seen = visible()
    if (turn.dies !== undefined) world.machine.killNodeAfter(turn.dies)
    const code = await act(turn)
    if (turn.dies !== undefined) await world.restart()
    await world.settle()
    if (turn.name === 'acknowledge') return
    const isStale = turn.epoch < before
    if (turn.dies === undefined) expect(code === 'stale_epoch').toBe(isStale)
    else if (isStale) expect(['stale_epoch', 'died']).toContain(code)
    // The state of one that was being removed may go on after a restart; what a stale command asks for never happens.
    if (isStale && turn.dies === undefined) expect(visible()).toBe(seen)
    if (isStale) expect(known()).toBe(before)
    if (code === 'ok' && turn.name !== 'release') expect(known()).toBeGreaterThanOrEqual(turn.epoch)
    // A released sandbox is forgotten, with its epoch.
    if (turn.name !== 'release' && world.state(sandboxId) !== 'absent')
      expect(known()).toBeGreaterThanOrEqual(before)
    expect(world.faults().filter((fault) => !fault.startsWith('snapshots:'))).toEqual([])
  }

  test('a lower epoch changes nothing, and none is forgotten over deaths of the node', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTurn, { maxLength: 12 }), async (turns) => {
        world = new SimulatedWorld()
        for (const turn of turns) await take(turn)
      }),
      { numRuns: 40 },
    )
  })
})

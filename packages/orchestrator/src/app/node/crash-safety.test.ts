/**
 * Faults and sudden deaths at every step of every verb. Afterwards a sandbox is where it was or where it was going, what was
 * answered holds, nothing that its processes did is lost, and nothing is left without an owner.
 */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GuestMemory, Step } from '../../sim/simulated-machine.ts'
import { simulatedBuild } from '../../sim/simulated-node.ts'
import { type SandboxState, SimulatedWorld } from '../../sim/simulated-world.ts'
import { evictOldestCopy } from '../pause/evict-frozen-copies.ts'
import { pauseSandbox } from '../pause/pause-sandbox.ts'
import { resumeForTraffic } from '../pause/resume-for-traffic.ts'
import { resumeSandbox } from '../pause/resume-sandbox.ts'
import { acknowledgeEnded } from '../sandbox/acknowledge-ended.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { endSandbox } from '../sandbox/end-sandbox.ts'
import { expireSandbox } from '../sandbox/expire-sandbox.ts'
import { setEgressPolicy } from '../sandbox/set-egress-policy.ts'
import { setExpiry } from '../sandbox/set-expiry.ts'
import { captureSandbox } from '../snapshot/capture-sandbox.ts'
import { deleteSnapshot } from '../snapshot/delete-snapshot.ts'

const one = 'i00000000000000000001'
const other = 'i00000000000000000002'
const snapshotId = '33333333-3333-4333-8333-333333333333'
const { templateId, buildId } = simulatedBuild
const filesOnly = false
const timeoutSeconds = 60
const egress = { allowOut: [], denyOut: ['203.0.113.0/24'] }
const otherLists = { allowOut: ['198.51.100.7'], denyOut: ['0.0.0.0/0'] }
const lifecycle = { ...plainLifecycle, onTimeout: 'pause', autoResume: true, autoResumeSeconds: 300 } as const

type Act = (world: SimulatedWorld) => Promise<unknown>

const create: Act = ({ node }) =>
  createSandbox(node, { sandboxId: one, templateId, buildId, timeoutSeconds, envVars: {}, egress, lifecycle })
const createCopy: Act = ({ node }) =>
  createSandbox(node, {
    sandboxId: other,
    templateId,
    buildId: snapshotId,
    timeoutSeconds,
    envVars: {},
    egress,
  })
const pause: Act = ({ node }) => pauseSandbox(node, { sandboxId: one, filesOnly })
const pauseFiles: Act = ({ node }) => pauseSandbox(node, { sandboxId: one, filesOnly: true })
const boot: Act = ({ node }) => resumeSandbox(node, { sandboxId: one, timeoutSeconds, filesOnly: true })
const resume: Act = ({ node }) => resumeSandbox(node, { sandboxId: one, timeoutSeconds, filesOnly })
const capture: Act = ({ node }) => captureSandbox(node, { sandboxId: one, snapshotId })
const kill: Act = ({ node }) => endSandbox(node, one, 'killed')
const dropCopy: Act = ({ node }) => evictOldestCopy(node)
/** Its snapshot is in the object store, and fetched by the resume. */
const leaveToStore: Act = async ({ machine }) => {
  for (const id of machine.snapshots.keys()) machine.arriving.add(id)
}
const expire: Act = (world) => {
  world.machine.nowMs += timeoutSeconds * 1000
  return expireSandbox(world.node, one)
}
const work: Act = async ({ node, machine }) => {
  const { address } = node.registry.find(one)?.container.slot ?? { address: '' }
  machine.work(address, `work ${machine.next()}`)
}

interface Verb {
  readonly before: readonly Act[]
  readonly act: Act
  /** Where the sandbox is when the verb was answered. */
  readonly after: SandboxState
  /** Its files are kept, its memory is given up. */
  readonly keepsFilesOnly?: boolean
  /** Whom it may reach when the verb was answered; absent: whom it might before. */
  readonly lists?: EgressLists
}

const running = [create, work]
const paused = [...running, pause]
const verbs: Readonly<Record<string, Verb>> = {
  create: { before: [], act: create, after: 'running' },
  'create from a snapshot': { before: [...running, capture], act: createCopy, after: 'running' },
  pause: { before: running, act: pause, after: 'paused' },
  'pause again': { before: [...paused, resume, work], act: pause, after: 'paused' },
  'resume of the frozen copy': { before: paused, act: resume, after: 'running' },
  'resume of the snapshot': { before: [...paused, dropCopy], act: resume, after: 'running' },
  'resume of a snapshot that is fetched meanwhile': {
    before: [...paused, dropCopy, leaveToStore],
    act: resume,
    after: 'running',
  },
  'resume by traffic': {
    before: [...paused, dropCopy],
    act: ({ node }) => resumeForTraffic(node, { sandboxId: one, port: 80, accessToken: '' }),
    after: 'running',
  },
  'pause without memory': { before: running, act: pauseFiles, after: 'paused', keepsFilesOnly: true },
  'resume of files': {
    before: [...running, pauseFiles],
    act: resume,
    after: 'running',
    keepsFilesOnly: true,
  },
  'resume without memory': { before: paused, act: boot, after: 'running', keepsFilesOnly: true },
  'resume without memory and copy': {
    before: [...paused, dropCopy],
    act: boot,
    after: 'running',
    keepsFilesOnly: true,
  },
  capture: { before: running, act: capture, after: 'running' },
  'delete of a snapshot': {
    before: [...running, capture],
    act: ({ node }) => deleteSnapshot(node, snapshotId),
    after: 'running',
  },
  'kill of a running one': { before: running, act: kill, after: 'ended' },
  'kill of a paused one': { before: paused, act: kill, after: 'ended' },
  'kill of a paused one without a copy': { before: [...paused, dropCopy], act: kill, after: 'ended' },
  'expiry into a pause': { before: running, act: expire, after: 'paused' },
  'giving up a copy': { before: paused, act: dropCopy, after: 'paused' },
  'new end': { before: running, act: ({ node }) => setExpiry(node, one, 1e15), after: 'running' },
  'new lists': {
    before: running,
    act: ({ node }) => setEgressPolicy(node, one, otherLists),
    after: 'running',
    lists: otherLists,
  },
  'new lists that close what they refuse': {
    before: running,
    act: ({ node }) => setEgressPolicy(node, one, otherLists, { closesExisting: true }),
    after: 'running',
    lists: otherLists,
  },
}

async function prepare({ before }: Verb): Promise<SimulatedWorld> {
  const world = new SimulatedWorld()
  for (const act of before) await act(world)
  await world.settle()
  expect(world.faults()).toEqual([])
  return world
}

/** The steps of a verb, with those that go on after its answer. */
async function stepsOf(verb: Verb): Promise<Step[]> {
  const world = await prepare(verb)
  const taken = world.machine.steps.length
  await verb.act(world)
  await world.settle()
  expect([world.state(one), world.faults()]).toEqual([verb.after, []])
  return world.machine.steps.slice(taken)
}

async function judge(
  world: SimulatedWorld,
  verb: Verb,
  seen: { before: SandboxState; memory: GuestMemory | undefined; isAnswered: boolean },
) {
  const state = world.state(one)
  const allowed = seen.isAnswered ? [verb.after] : [seen.before, verb.after]
  const problems = [...world.faults(), ...(allowed.includes(state) ? [] : [`it is ${state}`])]
  if (state === 'running' || state === 'paused') {
    const { work, files } = world.memory(one) ?? {}
    expect(files).toEqual(seen.memory?.files ?? [])
    if (verb.keepsFilesOnly !== true) expect(work).toEqual(seen.memory?.work ?? [])
    const lists = seen.isAnswered ? [verb.lists ?? egress] : [egress, verb.lists ?? egress]
    const { claim } = world.node.registry.find(one) ?? world.node.registry.findPaused(one) ?? {}
    expect(lists).toContainEqual(claim?.egress)
  }
  // Whatever happened, it can be used and ended.
  if (state === 'paused') await resume(world)
  if (state !== 'absent' && state !== 'ended') {
    await work(world)
    await kill(world)
  }
  await acknowledgeEnded(world.node, [one])
  if (world.state(other) === 'running') await endSandbox(world.node, other, 'killed')
  await deleteSnapshot(world.node, snapshotId)
  await world.settle()
  const left = world.faults().map((fault) => `after its end, ${fault}`)
  return [...problems, ...left]
}

async function answered(act: Promise<unknown>): Promise<boolean> {
  return await act.then(
    () => true,
    () => false,
  )
}

async function tryFault(verb: Verb, step: Step, skip: number): Promise<string[]> {
  const world = await prepare(verb)
  const seen = { before: world.state(one), memory: world.memory(one) }
  world.machine.failAt(step.point, skip, step.time)
  const isAnswered = await answered(verb.act(world))
  await world.settle()
  return await judge(world, verb, { ...seen, isAnswered })
}

async function tryDeath(verb: Verb, steps: number): Promise<string[]> {
  const world = await prepare(verb)
  const seen = { before: world.state(one), memory: world.memory(one) }
  world.machine.killNodeAfter(steps)
  const isAnswered = await answered(verb.act(world))
  await world.restart()
  await world.settle()
  return await judge(world, verb, { ...seen, isAnswered })
}

describe.each(Object.entries(verbs))('%s', (_, verb) => {
  test('a fault at any step', async () => {
    const steps = await stepsOf(verb)
    const sameBefore = (index: number) =>
      steps
        .slice(0, index)
        .filter(({ point, time }) => point === steps[index]?.point && time === steps[index]?.time)
    const outcomes = await Promise.all(
      steps.map(async (step, index) => [
        `${step.time} ${step.point} (${sameBefore(index).length})`,
        await tryFault(verb, step, sameBefore(index).length),
      ]),
    )
    expect(outcomes.filter(([, problems]) => problems?.length !== 0)).toEqual([])
  })

  test('the node killed at any step', async () => {
    const steps = await stepsOf(verb)
    const outcomes = await Promise.all(
      steps.map(async ({ point, time }, index) => [
        `${time} ${point} (${index})`,
        await tryDeath(verb, index),
      ]),
    )
    expect(outcomes.filter(([, problems]) => problems?.length !== 0)).toEqual([])
  })
})

describe('a random walk', () => {
  const ids = [one, other]
  const names = [
    'create',
    'copy',
    'pause',
    'resume',
    'capture',
    'kill',
    'work',
    'acknowledge',
    'drop copy',
  ] as const
  type Name = (typeof names)[number]

  interface Turn {
    readonly name: Name
    readonly sandboxId: string
    readonly trouble: 'none' | 'fault' | 'death'
    /** So many steps go well. */
    readonly steps: number
    /** Whether what goes on behind the answer is waited for. */
    readonly settles: boolean
  }

  const anyTurn: fc.Arbitrary<Turn> = fc.record({
    name: fc.constantFrom(...names),
    sandboxId: fc.constantFrom(...ids),
    trouble: fc.constantFrom('none', 'none', 'fault', 'death'),
    steps: fc.nat(45),
    settles: fc.boolean(),
  })

  /** Where a verb leads from each state; absent: it is refused, or changes nothing. */
  const leads: Readonly<Record<Name, Partial<Record<SandboxState, SandboxState>>>> = {
    create: { absent: 'running' },
    copy: { absent: 'running' },
    pause: { running: 'paused' },
    resume: { paused: 'running', running: 'running' },
    capture: { running: 'running' },
    kill: { running: 'ended', paused: 'ended' },
    work: { running: 'running' },
    acknowledge: { ended: 'absent', absent: 'absent', running: 'running', paused: 'paused' },
    'drop copy': { absent: 'absent', running: 'running', paused: 'paused', ended: 'ended' },
  }

  class Walk {
    readonly #world = new SimulatedWorld()
    readonly #work = new Map<string, readonly string[]>()
    #captured: readonly string[] | undefined

    async take({ name, sandboxId, trouble, steps, settles }: Turn): Promise<void> {
      const before = this.#world.state(sandboxId)
      const after = leads[name][before]
      if (after === undefined) return
      if (trouble === 'fault') this.#world.machine.failAfter(steps)
      if (trouble === 'death') this.#world.machine.killNodeAfter(steps)
      const isAnswered = await answered(this.#act(name, sandboxId))
      if (trouble === 'death') await this.#world.restart()
      else this.#world.machine.failAfter(Number.POSITIVE_INFINITY)
      if (settles) await this.#world.settle()
      // A node that dies before it has removed the container reports the end again, and control acknowledges it again.
      const mayReportAgain = name === 'acknowledge' && trouble === 'death'
      expect(isAnswered && !mayReportAgain ? [after] : [before, after]).toContain(
        this.#world.state(sandboxId),
      )
      this.#check()
    }

    async end(): Promise<void> {
      for (const sandboxId of ids) {
        if (['running', 'paused'].includes(this.#world.state(sandboxId)))
          await endSandbox(this.#world.node, sandboxId, 'killed')
      }
      await this.#world.settle()
      await acknowledgeEnded(this.#world.node, ids)
      await deleteSnapshot(this.#world.node, snapshotId)
      expect(this.#world.faults()).toEqual([])
      expect(this.#world.machine.leftovers().processes).toEqual([])
    }

    async #act(name: Name, sandboxId: string): Promise<unknown> {
      const { node, machine } = this.#world
      const request = { sandboxId, templateId, timeoutSeconds, envVars: {}, egress, lifecycle }
      switch (name) {
        case 'create':
          this.#work.set(sandboxId, [])
          return await createSandbox(node, { ...request, buildId })
        case 'copy':
          this.#work.set(sandboxId, this.#captured ?? [])
          return await createSandbox(node, { ...request, buildId: snapshotId })
        case 'pause':
          return await pauseSandbox(node, { sandboxId, filesOnly })
        case 'resume':
          return await resumeSandbox(node, { sandboxId, timeoutSeconds, filesOnly })
        case 'capture':
          if (!machine.snapshots.has(snapshotId)) this.#captured = this.#work.get(sandboxId)
          return await captureSandbox(node, { sandboxId, snapshotId })
        case 'kill':
          return await endSandbox(node, sandboxId, 'killed')
        case 'work': {
          const what = `work ${machine.next()}`
          machine.work(node.registry.find(sandboxId)?.container.slot.address ?? '', what)
          return this.#work.set(sandboxId, [...(this.#work.get(sandboxId) ?? []), what])
        }
        case 'acknowledge':
          return await acknowledgeEnded(node, [sandboxId])
        case 'drop copy':
          return await evictOldestCopy(node)
      }
    }

    #check(): void {
      for (const sandboxId of ids) {
        const state = this.#world.state(sandboxId)
        if (state === 'running' || state === 'paused')
          expect(this.#world.memory(sandboxId)?.work).toEqual(this.#work.get(sandboxId))
      }
    }
  }

  const plain = { sandboxId: one, trouble: 'none', steps: 0, settles: false } as const
  /** The container is still being removed when the node dies. */
  const deathAfterAcknowledgement: Turn[] = [
    { ...plain, name: 'create' },
    { ...plain, name: 'kill' },
    { ...plain, name: 'acknowledge', trouble: 'death', steps: 4 },
  ]

  test('with faults and deaths loses nothing that was answered, and leaves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTurn, { maxLength: 25 }), async (turns) => {
        const walk = new Walk()
        for (const turn of turns) await walk.take(turn)
        await walk.end()
      }),
      { numRuns: 60, examples: [[deathAfterAcknowledgement]] },
    )
  }, 60_000)
})

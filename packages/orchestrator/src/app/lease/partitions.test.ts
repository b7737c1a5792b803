/**
 * The fence before the verdict: a node and a model of control, between which the network is cut, delays messages or loses one
 * direction. When control gives the node up, and tells users that their sandboxes have ended, none of them runs.
 */
import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LeaseClient, Renewal } from '../../ports/lease.ts'
import { LeasedNode, VirtualTime } from '../../sim/leased-node.ts'
import { simulatedBuild } from '../../sim/simulated-node.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'

/** After so long without a renewal control gives a node up. */
const givenUpAfterMs = 300_000
const answerMsMax = 5_000
/** A node that was given up asks again when everything has ended, and a checkpoint in progress takes up to a minute. */
const returnsAfterMs = 75_000
const stepMs = 1_000
const { templateId, buildId } = simulatedBuild

interface Partition {
  readonly startsAfterMs: number
  readonly lastsMs: number
  readonly direction: 'up' | 'down' | 'both'
  /** Of each message. */
  readonly delayMs: number
  /** Of each checkpoint: longer than the fence, it never ends in time. */
  readonly pauseMs: number
  /** How long the machine is suspended at the beginning of the partition. */
  readonly suspendedMs: number
}

const anyPartition: fc.Arbitrary<Partition> = fc.record({
  startsAfterMs: fc.integer({ min: 1_000, max: 30_000 }),
  lastsMs: fc.oneof(fc.integer({ min: 1_000, max: 100_000 }), fc.integer({ min: 250_000, max: 450_000 })),
  direction: fc.constantFrom('up', 'down', 'both'),
  delayMs: fc.integer({ min: 0, max: 2_400 }),
  pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 1_000, max: 60_000 })),
  suspendedMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 600_000 }) },
  ),
})

/** What control knows of the node: when it heard it last, by its own clock. */
class ControlModel {
  incarnation = 1
  verdicts = 0
  readonly #time: VirtualTime
  #heardAtMs: number

  constructor(time: VirtualTime) {
    this.#time = time
    this.#heardAtMs = time.nowMs()
  }

  hear(incarnation: number): Renewal {
    const verdict = incarnation !== 0 && incarnation < this.incarnation ? 'lost' : 'ok'
    if (verdict === 'ok') this.#heardAtMs = this.#time.nowMs()
    const times = { leaseMs: 15_000, fenceMs: 270_000, desiredStatus: undefined, replicas: 1 }
    return { verdict, incarnation: this.incarnation, ...times }
  }

  /** Whether it gives the node up now. */
  judge(): boolean {
    if (this.#time.nowMs() - this.#heardAtMs < givenUpAfterMs) return false
    this.#heardAtMs = Number.POSITIVE_INFINITY
    this.incarnation += 1
    this.verdicts += 1
    return true
  }
}

class Scene {
  readonly time = new VirtualTime()
  readonly control = new ControlModel(this.time)
  readonly leased: LeasedNode
  cut: Partition['direction'] | undefined
  readonly #partition: Partition

  constructor(partition: Partition) {
    this.#partition = partition
    const client: LeaseClient = { renew: ({ incarnation }) => this.#renew(incarnation) }
    this.leased = new LeasedNode(this.time, client)
    this.leased.machine.beforeStep = async (point) => {
      if (point === 'runtime.checkpoint' && partition.pauseMs > 0) await this.time.sleep(partition.pauseMs)
    }
  }

  async #renew(incarnation: number): Promise<Renewal> {
    const sentAtMs = this.time.nowMs()
    await this.time.sleep(this.#partition.delayMs)
    if (this.cut === 'up' || this.cut === 'both') return await this.#giveUpAt(sentAtMs + answerMsMax)
    const answer = this.control.hear(incarnation)
    await this.time.sleep(this.#partition.delayMs)
    if (this.cut === 'down' || this.cut === 'both') return await this.#giveUpAt(sentAtMs + answerMsMax)
    return answer
  }

  async #giveUpAt(atMs: number): Promise<never> {
    await this.time.sleep(Math.max(0, atMs - this.time.nowMs()))
    throw new Error('no answer')
  }

  async run(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await this.leased.run(stepMs, stepMs)
      if (this.control.judge()) expect(this.leased.runningCount()).toBe(0)
    }
  }
}

async function start({ leased }: Scene): Promise<void> {
  for (let number = 0; number < 6; number += 1)
    await createSandbox(leased.node, {
      ...{ sandboxId: `i${String(number).padStart(20, '0')}`, templateId, buildId },
      ...{ timeoutSeconds: 36_000, envVars: {}, egress: { allowOut: [], denyOut: [] } },
      lifecycle: { ...plainLifecycle, onTimeout: number % 2 === 0 ? 'pause' : 'kill' },
    })
}

test('no sandbox runs when control gives its node up, in 100 partitions', async () => {
  let verdicts = 0
  let spared = 0
  await fc.assert(
    fc.asyncProperty(anyPartition, async (partition) => {
      const scene = new Scene(partition)
      await scene.run(10_000)
      await start(scene)
      await scene.run(partition.startsAfterMs)
      scene.cut = partition.direction
      // Nothing of the machine runs meanwhile, its sandboxes included.
      scene.time.suspend(partition.suspendedMs)
      await scene.run(partition.lastsMs)
      scene.cut = undefined
      await scene.run(returnsAfterMs)
      verdicts += scene.control.verdicts
      const { leased, control } = scene
      expect(leased.lease.incarnation).toBe(control.incarnation)
      expect(leased.lease.isHeld).toBe(true)
      if (control.verdicts > 0) expect(leased.runningCount()).toBe(0)
      if (partition.lastsMs + partition.suspendedMs > 240_000) return
      spared += 1
      expect(leased.runningCount()).toBe(6)
    }),
    {
      numRuns: 100,
      // Given up while a checkpoint is in progress, just after the cut was mended.
      examples: [
        [
          {
            startsAfterMs: 1_001,
            lastsMs: 293_001,
            direction: 'up',
            delayMs: 2_001,
            pauseMs: 53_001,
            suspendedMs: 0,
          },
        ],
      ],
    },
  )
  // Both kinds were there.
  expect(Math.min(verdicts, spared)).toBeGreaterThan(5)
})

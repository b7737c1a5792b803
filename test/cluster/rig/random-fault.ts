/**
 * The faults that a cluster has to live with, one at a time: what is chosen at random is who is hit, and for how long. Each has
 * ended when it resolves, and says what it was.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Rig } from './cluster.ts'
import type { RigNode } from './node.ts'

export interface Faults {
  /** Resolves when the fault has ended; the cluster may still be recovering. */
  next(): Promise<string>
  /** Machines that lost their power so far: what ran on them is lost. */
  losses(): number
  /** Another number whenever a machine begins to lose its power and when it has none: what is made in between is lost as well. */
  lossMark(): number
  /** The one that a load balancer would send nothing to. */
  away(): RigNode | undefined
}

/** How often of 20: a service that is killed has to come back before the next one is, or it never gets old. */
const weights = {
  'a service is killed': 5,
  'a service is stopped': 3,
  'two nodes lose each other in one direction': 4,
  'a node loses all others': 2,
  'the database crashes': 2,
  'the object store stops': 2,
  'a node loses its power': 2,
} as const
type Kind = keyof typeof weights

/** Well below the fence of 270 seconds; partitions.test.ts goes beyond it. */
const partitionSecondsMax = 45
const stopSecondsMax = 20
const startsMax = 5
const backMsMax = 300_000

export function randomFaults(rig: Rig): Faults {
  let losses = 0
  let completedLosses = 0
  let away: RigNode | undefined
  const injections: Record<Kind, (node: RigNode) => Promise<string>> = {
    'a service is killed': killService,
    'a service is stopped': stopService,
    async 'two nodes lose each other in one direction'(from) {
      const to = pick(rig.nodes.filter((each) => each !== from))
      await rig.network.drop(from.address, to.address)
      const lasted = await lastFor(partitionSecondsMax)
      await rig.network.heal()
      return `nothing went from ${from.name} to ${to.name} ${lasted}`
    },
    async 'a node loses all others'(node) {
      for (const other of rig.nodes.filter((each) => each !== node)) {
        await rig.network.drop(node.address, other.address)
        await rig.network.drop(other.address, node.address)
      }
      const lasted = await lastFor(partitionSecondsMax)
      await rig.network.heal()
      return `${node.name} and the others lost each other ${lasted}`
    },
    async 'the database crashes'() {
      await rig.postgres.crash()
      const lasted = await lastFor(stopSecondsMax)
      await rig.postgres.start()
      return `the database was away ${lasted}`
    },
    async 'the object store stops'() {
      rig.swift.pause()
      const lasted = await lastFor(partitionSecondsMax)
      rig.swift.resume()
      return `the object store did not answer ${lasted}`
    },
    async 'a node loses its power'(node) {
      away = node
      losses += 1
      await node.cutPower({ disk: 'kept' })
      completedLosses += 1
      const lasted = await lastFor(stopSecondsMax)
      await node.powerOn()
      await startAsSystemd(node)
      away = undefined
      return `${node.name} had no power ${lasted}`
    },
  }
  const kinds = Object.entries(weights).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind as Kind),
  )
  return {
    next: () => injections[pick(kinds)](pick(rig.nodes)),
    losses: () => losses,
    lossMark: () => losses + completedLosses,
    away: () => away,
  }
}

/** The unit starts `cay up` again when it ends, because another machine is away for example. */
async function startAsSystemd(node: RigNode): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      await node.foreground('up')
      return
    } catch (error) {
      if (turn >= startsMax) throw error
    }
  }
}

/** SIGKILL; its supervisor starts it again. */
async function killService(node: RigNode): Promise<string> {
  const name = pick(await node.services())
  await restartService(node, name)
  return `${name} of ${node.name} was killed`
}

export async function restartService(node: RigNode, name: string): Promise<void> {
  const pid = (await node.record()).services[name]?.pid
  if (pid === undefined) return
  await node.signal(pid, 'KILL')
  const isBack = async () => (await node.record()).services[name]?.pid !== pid
  await expect.poll(isBack, { timeout: backMsMax }).toBe(true)
}

async function stopService(node: RigNode): Promise<string> {
  const name = pick(await node.services())
  const pid = (await node.record()).services[name]?.pid
  if (pid === undefined) return `${name} of ${node.name} was not there`
  await node.signal(pid, 'STOP')
  const lasted = await lastFor(stopSecondsMax)
  // Its supervisor may have given it up meanwhile.
  if ((await node.record()).services[name]?.pid === pid) await node.signal(pid, 'CONT')
  return `${name} of ${node.name} was stopped ${lasted}`
}

async function lastFor(secondsMax: number): Promise<string> {
  const seconds = 1 + Math.floor(Math.random() * secondsMax)
  await sleep(seconds * 1000)
  return `for ${seconds} s`
}

export function pick<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}

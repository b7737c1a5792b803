import { beforeEach, expect, test } from 'vitest'
import type { OfferedBuild } from '../../ports/artifact.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { setNodeStatus } from '../node/set-node-status.ts'
import { BuildPrefetcher, type PrefetchContext } from './prefetch-builds.ts'

const never = new AbortController().signal
const mebibyte = 2 ** 20

let machine: SimulatedMachine
let node: PrefetchContext & Parameters<typeof setNodeStatus>[0]
let offers: OfferedBuild[]
let fetched: string[]
/** Builds whose fetch fails. */
let broken: Set<string>
let cachedBytes: number

beforeEach(() => {
  machine = new SimulatedMachine()
  offers = []
  fetched = []
  broken = new Set()
  cachedBytes = 0
  const simulated = simulateNode(machine)
  const fetch = async (buildId: string) => {
    fetched.push(buildId)
    if (broken.has(buildId)) throw new Error('damaged')
    machine.builds.push({ ...simulatedBuild, buildId })
    return true
  }
  node = {
    ...simulated,
    templates: { list: async () => machine.builds, fetch },
    artifacts: { listOffers: async () => offers },
    cache: {
      list: async () => [
        {
          ...{ artifactId: 'a', isBundled: false, usedAtMs: 0 },
          files: [{ inode: 1, bytes: cachedBytes, names: 1 }],
        },
      ],
    },
    bytesMax: undefined,
  }
})

const offer = (...buildIds: string[]) => buildIds.map((buildId) => ({ buildId, bytes: mebibyte }))

test('builds that are offered are fetched once, in the order of the offer', async () => {
  offers = offer('b', simulatedBuild.buildId, 'a')
  const prefetcher = new BuildPrefetcher(node)
  await prefetcher.round(never)
  await prefetcher.round(never)
  expect(fetched).toEqual(['b', 'a'])
})

test('a build that was evicted again is left to the sandbox that needs it', async () => {
  offers = offer('b')
  const prefetcher = new BuildPrefetcher(node)
  await prefetcher.round(never)
  machine.builds.pop()
  await prefetcher.round(never)
  expect(fetched).toEqual(['b'])
})

test('what there is no room for is not fetched: on the disk, and within the limit of the cache', async () => {
  offers = offer('b')
  machine.hostCapacity = { ...machine.hostCapacity, diskAvailableMb: 1024 + 7 }
  await new BuildPrefetcher(node).round(never)
  machine.hostCapacity = { ...machine.hostCapacity, diskAvailableMb: 1024 + 9 }
  cachedBytes = 8 * mebibyte
  await new BuildPrefetcher({ ...node, bytesMax: 11 * mebibyte }).round(never)
  expect(fetched).toEqual([])
  await new BuildPrefetcher({ ...node, bytesMax: 12 * mebibyte }).round(never)
  expect(fetched).toEqual(['b'])
})

test('a build that cannot be fetched keeps no other one away, and is tried three times', async () => {
  offers = offer('broken', 'b')
  broken.add('broken')
  const prefetcher = new BuildPrefetcher(node)
  for (let round = 0; round < 5; round++) await prefetcher.round(never)
  expect(fetched).toEqual(['broken', 'b', 'broken', 'broken'])
})

test('a node that is drained fetches nothing, and neither does one that stops', async () => {
  offers = offer('b')
  await new BuildPrefetcher(node).round(AbortSignal.abort())
  await setNodeStatus(node, 'draining')
  await new BuildPrefetcher(node).round(never)
  expect(fetched).toEqual([])
})

test('control that does not answer is asked again in the next round', async () => {
  offers = offer('b')
  let isAway = true
  const listOffers = async () => {
    if (isAway) throw new Error('away')
    return offers
  }
  const prefetcher = new BuildPrefetcher({ ...node, artifacts: { listOffers } })
  await prefetcher.round(never)
  isAway = false
  await prefetcher.round(never)
  expect(fetched).toEqual(['b'])
})

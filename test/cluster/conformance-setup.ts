/**
 * Vitest global set-up: the official clients' tests against a cluster, through the API and the proxy of a machine that runs no sandbox.
 * It is drained, so each sandbox is on another machine, and each request to one makes a hop.
 */
import type { TestProject } from 'vitest/node'
import { swiftTree } from '../support/swift-tree.ts'
import { command, startRig } from './rig/cluster.ts'
import { liveSandboxes } from './rig/containers.ts'

/** As the shared installation of the other tests has it. */
const env = { CAY_POOL_SIZE: '1', CAY_POOL_MAX: '8', CAY_POOL_CREATED: '2' }

/** Names below it are in no resolver: clients say them in the header Host. */
const sandboxDomain = 'sandboxes.test'

const pollEveryMs = 1_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const rig = await startRig({
    ...{ name: 'cluster-conformance', tree: await swiftTree(), env, canBuild: true },
    firstEnv: { CAY_DOMAIN: sandboxDomain },
  })
  try {
    const edge = rig.node(2)
    await command(rig.node(1), 'node', 'drain', await edge.nodeId())
    const { apiUrl, proxyUrl, dataDir } = edge
    project.provide('installation', { apiUrl, proxyUrl, dataDir, apiKey: rig.apiKey, sandboxDomain })
    project.provide('routerPid', rig.network.routerPid)
    const owned = new Set<string>()
    const watch = setInterval(() => {
      for (const { sandboxId } of liveSandboxes([edge])) owned.add(sandboxId)
    }, pollEveryMs)
    return async () => {
      clearInterval(watch)
      await rig[Symbol.asyncDispose]()
      if (owned.size > 0) throw new Error(`sandboxes ran on ${edge.name}: ${[...owned]}`)
    }
  } catch (error) {
    await rig[Symbol.asyncDispose]()
    throw error
  }
}

/** The official client against one node's API and another one's proxy. */
import { Sandbox } from 'e2b'
import type { Rig } from './cluster.ts'
import { liveSandboxes } from './containers.ts'
import type { RigNode } from './node.ts'

const placementsMax = 24
const hourMs = 3_600_000

export interface ClientSettings {
  readonly apiKey: string
  readonly apiUrl: string
  readonly sandboxUrl: string
}

/** Calls the API of one node, and sandboxes through the proxy of another. */
export function via(rig: Rig, api: RigNode, proxy: RigNode): ClientSettings {
  return { apiKey: rig.apiKey, apiUrl: api.apiUrl, sandboxUrl: proxy.proxyUrl }
}

/** The node that it runs on, by the processes of the engine. */
export function ownerOf(rig: Rig, sandboxId: string): RigNode | undefined {
  const name = liveSandboxes(rig.nodes).find((live) => live.sandboxId === sandboxId)?.node
  return rig.nodes.find((node) => node.name === name)
}

/** Creates sandboxes until one is on that node; the others are killed. */
export async function createOn(
  rig: Rig,
  node: RigNode,
  {
    template = 'base',
    ...options
  }: { readonly template?: string; readonly lifecycle?: { readonly onTimeout: 'pause' | 'kill' } } = {},
): Promise<Sandbox> {
  const settings = { ...via(rig, rig.node(1), rig.node(2)), timeoutMs: hourMs, ...options }
  for (let turn = 0; turn < placementsMax; turn++) {
    const sandbox = await Sandbox.create(template, settings)
    if (ownerOf(rig, sandbox.sandboxId) === node) return sandbox
    await sandbox.kill()
  }
  throw new Error(`nothing was placed on ${node.name}`)
}

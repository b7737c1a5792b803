/** The official client against one node's API and another one's proxy. */
import { Sandbox } from 'e2b'
import { expect } from 'vitest'
import { command, type Rig } from './cluster.ts'
import { liveSandboxes } from './containers.ts'
import type { RigNode } from './node.ts'

const placementsMax = 24
const hourMs = 3_600_000
/** A node that was away dials again within half a minute. */
const readyMsMax = 120_000

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

/**
 * Creates sandboxes until one is on that node. The others are killed after that: while they are there, the other nodes are the
 * fuller ones, so it is this one's turn after a few.
 */
export async function createOn(
  rig: Rig,
  node: RigNode,
  {
    template = 'base',
    ...options
  }: { readonly template?: string; readonly lifecycle?: { readonly onTimeout: 'pause' | 'kill' } } = {},
): Promise<Sandbox> {
  const settings = { ...via(rig, rig.node(1), rig.node(2)), timeoutMs: hourMs, ...options }
  const elsewhere: Sandbox[] = []
  try {
    while (elsewhere.length < placementsMax) {
      const sandbox = await Sandbox.create(template, settings)
      if (ownerOf(rig, sandbox.sandboxId) === node) return sandbox
      elsewhere.push(sandbox)
    }
  } finally {
    await Promise.all(elsewhere.map((sandbox) => sandbox.kill()))
  }
  throw new Error(`nothing was placed on ${node.name}`)
}

/** A sandbox on each node: as many are created as it takes, and those that are too many are killed. */
export async function createOnEach(rig: Rig): Promise<ReadonlyMap<RigNode, Sandbox>> {
  const settings = { ...via(rig, rig.node(1), rig.node(2)), timeoutMs: hourMs }
  const found = new Map<RigNode, Sandbox>()
  const others: Sandbox[] = []
  while (found.size < rig.nodes.length && others.length < placementsMax) {
    const sandbox = await Sandbox.create('base', settings)
    const owner = ownerOf(rig, sandbox.sandboxId)
    if (owner === undefined || found.has(owner)) others.push(sandbox)
    else found.set(owner, sandbox)
  }
  await Promise.all(others.map((sandbox) => sandbox.kill()))
  return found
}

/** Whether the node takes no sandboxes. */
export async function setDrained(rig: Rig, node: RigNode, isDrained: boolean): Promise<void> {
  await command(rig.node(1), 'node', isDrained ? 'drain' : 'ready', await node.nodeId())
}

/** Resolves when control places sandboxes on it: after a partition, or a start. */
export async function isReady(rig: Rig, node: RigNode): Promise<void> {
  const nodeId = await node.nodeId()
  const statusOf = async () => {
    const response = await fetch(`${rig.node(1).apiUrl}/nodes`, {
      headers: { 'x-admin-token': rig.adminToken },
    })
    const nodes = (await response.json()) as readonly { readonly id: string; readonly status: string }[]
    return nodes.find(({ id }) => id === nodeId)?.status
  }
  await expect.poll(statusOf, { timeout: readyMsMax }).toBe('ready')
}

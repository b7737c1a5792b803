/** A store and a node that know the same paused sandboxes. */
import { openStore } from '@cay/control/edge/store/open-store.ts'
import type { SandboxRecord } from '@cay/control/ports/sandbox.ts'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { makeSandboxId } from '@cay/core/ids.ts'
import { simulatedBuild } from '@cay/orchestrator/sim/simulated-node.ts'
import { SimulatedNode } from '../../support/simulated-node.ts'

export interface Populated {
  readonly node: SimulatedNode
  readonly sandboxIds: readonly string[]
}

/** Each hundredth sandbox is of the user that is filtered for. */
export const rareUser = 'user-7'
const users = 100

export async function populate(database: string, count: number): Promise<Populated> {
  const clock = new FakeClock(Date.now() - count * 1000)
  const node = new SimulatedNode(clock)
  node.room = Number.POSITIVE_INFINITY
  const store = await openStore(database)
  const { teamId } = await store.ensureTeam(
    { teamId: crypto.randomUUID(), slug: 'default', name: 'Default' },
    0,
  )
  const sandboxIds: string[] = []
  for (let index = 0; index < count; index++) {
    const sandboxId = makeSandboxId(crypto.getRandomValues(new Uint8Array(64)))
    sandboxIds.push(sandboxId)
    await store.insertSandbox(await pausedOn(node, { sandboxId, teamId, index }))
    clock.skip(1000)
  }
  await store.close()
  return { node, sandboxIds }
}

interface Wanted {
  readonly sandboxId: string
  readonly teamId: string
  readonly index: number
}

async function pausedOn(node: SimulatedNode, wanted: Wanted): Promise<SandboxRecord> {
  const { sandboxId, teamId, index } = wanted
  const { templateId, buildId, envdVersion, resources } = simulatedBuild
  const lifecycle = {
    onTimeout: 'pause',
    filesOnly: false,
    autoResume: true,
    autoResumeSeconds: 300,
  } as const
  const { sandbox } = await node.client.createSandbox({
    ...{ sandboxId, templateId, buildId, timeoutSeconds: 300, envVars: {}, keepsEnvVars: false, lifecycle },
    ...{ accessToken: '', egress: { allowOut: [], denyOut: [] } },
    ingress: { trafficToken: '', maskRequestHost: '', httpsPorts: [] },
  })
  const { generation, endAtMs } = await node.client.pauseSandbox(sandboxId, false)
  const { startedAtMs } = sandbox
  return {
    ...{ sandboxId, teamId, templateId, buildId, alias: 'base', state: 'paused', generation, lifecycle },
    ...{ epoch: 1, nodeId: 'local', originId: null, operation: null },
    ...{
      startedAtMs,
      runsSinceMs: startedAtMs,
      endAtMs,
      changedAtMs: endAtMs,
      endedAtMs: null,
      endReason: null,
    },
    ...{ pausedFilesOnly: false, isSecured: true, allowInternetAccess: null, ingress: null, iam: null },
    network: null,
    egress: { allowOut: [], denyOut: [] },
    metadata: { user: `user-${index % users}`, app: 'bench', session: String(index) },
    resources,
    envdVersion,
  }
}

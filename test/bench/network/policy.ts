/** What a large policy costs: each decision by it, and putting it in force for a sandbox that runs. */
import { decideTcp } from '@cay/core/egress/decide.ts'
import { allAddresses, parseEgressPolicy } from '@cay/core/egress/policy.ts'
import { run } from '@cay/kit/host/run.ts'
import { Sandbox } from 'e2b'
import type { OwnInstallation } from '../own-installation.ts'
import type { Reading } from '../report.ts'
import { timed } from '../rounds.ts'
import { median, percentile } from '../statistics.ts'
import type { NetworkMeasurement } from './part.ts'

const blocks = Array.from({ length: 1000 }, (_, i) => `${20 + (i >> 8)}.${i & 255}.${(i * 7) & 255}.0/24`)
const names = Array.from({ length: 100 }, (_, i) =>
  i % 2 === 0 ? `host${i}.example.com` : `*.zone${i}.example.org`,
)
const large = { allowOut: [...blocks, ...names], denyOut: [allAddresses] }
const targets = { decisionUsMax: 50, updateMsMax: 20 }
const decisionsPerSample = 1000

export async function measurePolicy(given: NetworkMeasurement, own: OwnInstallation): Promise<Reading[]> {
  return [...decisions(), ...(await updates(given, own))]
}

function decisions(): Reading[] {
  const policy = parseEgressPolicy([...blocks, ...names], [allAddresses])
  const samples: number[] = []
  for (let sample = 0; sample < 100; sample++) {
    const startedMs = performance.now()
    for (let i = 0; i < decisionsPerSample; i++) {
      const address = `${20 + (i & 7)}.${i & 255}.${(i * 7) & 255}.${i & 63}`
      decideTcp(policy, { address, port: 443, name: `a.b.zone${i % 120}.example.org` })
    }
    samples.push(((performance.now() - startedMs) / decisionsPerSample) * 1000)
  }
  return [
    {
      name: 'decision by 1,000 blocks and 100 names, p99',
      value: percentile(samples, 99),
      unit: 'µs',
      valueMax: targets.decisionUsMax,
    },
  ]
}

/** Large and empty in turns, so that each replaces all of the other. */
async function updates({ turns, signal }: NetworkMeasurement, { node }: OwnInstallation): Promise<Reading[]> {
  const sandbox = await Sandbox.create('base', { timeoutMs: 1_200_000 })
  const samples = { large: [] as number[], empty: [] as number[], node: [] as number[], tool: [] as number[] }
  try {
    for (let turn = -1; turn < turns; turn++) {
      signal.throwIfAborted()
      const largeMs = await put(sandbox.sandboxId, large)
      const emptyMs = await put(sandbox.sandboxId, {})
      const nodeMs = await timed(() => node.setEgressPolicy({ sandboxId: sandbox.sandboxId, egress: large }))
      await put(sandbox.sandboxId, {})
      const startedMs = performance.now()
      await run(['nft', '-f', '-'], { input: '' })
      if (turn < 0) continue
      samples.large.push(largeMs)
      samples.empty.push(emptyMs)
      samples.node.push(nodeMs)
      samples.tool.push(performance.now() - startedMs)
    }
  } finally {
    await sandbox.kill()
  }
  return [
    { name: 'an nft that changes nothing', value: median(samples.tool), unit: 'ms' },
    { name: 'PUT of an empty policy', value: median(samples.empty), unit: 'ms' },
    {
      name: 'PUT of 1,000 blocks and 100 names',
      value: median(samples.large),
      unit: 'ms',
      valueMax: targets.updateMsMax,
    },
    { name: '  the node of it', value: median(samples.node), unit: 'ms' },
  ]
}

/** Milliseconds until the 204: from then on new connections follow it. */
async function put(sandboxId: string, policy: object): Promise<number> {
  const startedMs = performance.now()
  const response = await fetch(`${process.env.E2B_API_URL}/sandboxes/${sandboxId}/network`, {
    method: 'PUT',
    headers: { 'X-API-Key': process.env.E2B_API_KEY ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(policy),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`PUT network: ${response.status} ${text}`)
  return performance.now() - startedMs
}

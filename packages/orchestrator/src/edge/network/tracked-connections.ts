/**
 * What the node's kernel remembers of a sandbox's connections. It has to go with the sandbox: a peer that goes on
 * talking would otherwise be heard by the next one that gets the address.
 */
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { parseEgressPolicy } from '@cay/core/egress/policy.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { readRefusedFlows, selectRefused } from '../../dialect/network/tracked-flows.ts'

export async function forgetConnections(address: string): Promise<void> {
  await forget(['--orig-src', address])
}

/** What is forgotten is over: answers that still come are for nobody, and what the sandbox sends is decided anew. */
export async function forgetRefusedFlows(address: string, { allowOut, denyOut }: EgressLists): Promise<void> {
  const { stdout } = await run(['conntrack', '--dump', '--family', 'ipv4', '--orig-src', address])
  const refused = readRefusedFlows(stdout, parseEgressPolicy(allowOut, denyOut))
  for (const selection of selectRefused(address, refused)) await forget(selection)
}

async function forget(selection: readonly string[]): Promise<void> {
  try {
    await run(['conntrack', '--delete', ...selection])
  } catch (error) {
    // The tool fails when there was nothing to delete.
    if (!(error instanceof ToolError && error.stderr.includes(': 0 flow entries'))) throw error
  }
}

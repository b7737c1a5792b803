/**
 * The kernel's connection tracking entries of a sandbox. They have to be deleted with the sandbox: otherwise a peer that keeps
 * sending would reach the next sandbox with this address.
 */
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { parseEgressPolicy } from '@cay/core/egress/policy.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { readRefusedFlows, selectRefused } from '../../dialect/network/tracked-flows.ts'

export async function forgetConnections(address: string): Promise<void> {
  await forget(['--orig-src', address])
}

/** Deletes entries that the policy denies: later responses are dropped, and what the sandbox sends is decided again. */
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

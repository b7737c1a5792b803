/**
 * What the node's kernel remembers of a sandbox's connections. It has to go with the sandbox: a peer that goes on
 * talking would otherwise be heard by the next one that gets the address.
 */
import { run, ToolError } from '@cay/kit/host/run.ts'

export async function forgetConnections(address: string): Promise<void> {
  try {
    await run(['conntrack', '--delete', '--orig-src', address])
  } catch (error) {
    // The tool fails when there was nothing to delete.
    if (!(error instanceof ToolError && error.stderr.includes(': 0 flow entries'))) throw error
  }
}

/** The node's own address where the egress service listens, on the loopback interface. */
import { networkInterfaces } from 'node:os'
import { run } from '@cay/kit/host/run.ts'

export async function ensureEgressAddress(address: string): Promise<void> {
  if (!isPresent(address)) await run(['ip', 'addr', 'add', `${address}/32`, 'dev', 'lo'])
}

/** No error when it is gone. */
export async function removeEgressAddress(address: string): Promise<void> {
  if (isPresent(address)) await run(['ip', 'addr', 'del', `${address}/32`, 'dev', 'lo'])
}

function isPresent(address: string): boolean {
  return (networkInterfaces().lo ?? []).some((one) => one.address === address)
}

/** The address of the egress gateway on the loopback interface of the node. */
import { networkInterfaces } from 'node:os'
import { run } from '@cay/kit/host/run.ts'

export async function ensureEgressAddress(address: string): Promise<void> {
  if (!isPresent(address)) await run(['ip', 'addr', 'add', `${address}/32`, 'dev', 'lo'])
}

/** No error when it does not exist. */
export async function removeEgressAddress(address: string): Promise<void> {
  if (isPresent(address)) await run(['ip', 'addr', 'del', `${address}/32`, 'dev', 'lo'])
}

function isPresent(address: string): boolean {
  return (networkInterfaces().lo ?? []).some((one) => one.address === address)
}

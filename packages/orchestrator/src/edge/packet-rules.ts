/** The installation's nft table, and the node's willingness to forward. */
import { readFile, writeFile } from 'node:fs/promises'
import { run } from '@cay/kit/host/run.ts'
import { renderNftRuleset } from '../dialect/nft-ruleset.ts'
import { installationName } from '../dialect/slot-plan.ts'

const forwarding = '/proc/sys/net/ipv4/ip_forward'

/** Replaces the table in one step: there is no moment without it. */
export async function loadPacketRules(installation: number): Promise<void> {
  await run(['nft', '-f', '-'], { input: renderNftRuleset(installation) })
}

export async function removePacketRules(installation: number): Promise<boolean> {
  const table = `table inet ${installationName(installation)}`
  const { stdout } = await run(['nft', 'list', 'tables'])
  if (!stdout.split('\n').includes(table)) return false
  await run(['nft', 'delete', 'table', 'inet', installationName(installation)])
  return true
}

/** Says whether it had to be switched on. */
export async function allowForwarding(): Promise<boolean> {
  if ((await readFile(forwarding, 'utf8')).trim() === '1') return false
  await writeFile(forwarding, '1')
  return true
}

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

/** The table as the kernel has it, without what comes and goes in its sets; undefined when it is gone. */
export async function readPacketRules(installation: number): Promise<string | undefined> {
  try {
    const { stdout } = await run(['nft', '--terse', 'list', 'table', 'inet', installationName(installation)])
    return stdout
  } catch (error) {
    if (await hasPacketRules(installation)) throw error
    return undefined
  }
}

async function hasPacketRules(installation: number): Promise<boolean> {
  const { stdout } = await run(['nft', 'list', 'tables'])
  return stdout.split('\n').includes(`table inet ${installationName(installation)}`)
}

export async function removePacketRules(installation: number): Promise<boolean> {
  if (!(await hasPacketRules(installation))) return false
  await run(['nft', 'delete', 'table', 'inet', installationName(installation)])
  return true
}

/** Says whether it had to be switched on. */
export async function allowForwarding(): Promise<boolean> {
  if ((await readFile(forwarding, 'utf8')).trim() === '1') return false
  await writeFile(forwarding, '1')
  return true
}

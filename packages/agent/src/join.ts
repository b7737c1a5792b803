/**
 * `node join.ts HOST:PORT NAME` with the token in JOIN_TOKEN: makes the data directory (CAY_DATA_DIR) that of a node of a cluster.
 * Prints what the node is, as one line of JSON. Exit codes: 0 joined, 1 failed, 78 refused; the reason is on standard error.
 */
import { readCommonSettings } from '@cay/kit/data-layout.ts'
import { exitCodes } from '@cay/kit/service.ts'
import { SettingError } from '@cay/kit/settings.ts'
import { readConfig } from './config.ts'
import { joinHere } from './join-here.ts'
import { JoinRefusedError } from './ports/join.ts'

try {
  const [address = '', name = ''] = process.argv.slice(2)
  const config = readConfig(readCommonSettings(process.env))
  const { nodeId, settings } = await joinHere(config, { address, name, token: process.env.JOIN_TOKEN ?? '' })
  const { domain, blobsUrl, oidcIssuer } = settings
  process.stdout.write(`${JSON.stringify({ nodeId, name, domain, blobsUrl, oidcIssuer })}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  const isRefused = error instanceof JoinRefusedError || error instanceof SettingError
  process.exitCode = isRefused ? exitCodes.badSettings : exitCodes.fault
}

/** A team of the shared installation that one file of tests has for itself: what it lists there is its own. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { Endpoints } from './installation.ts'

const execute = promisify(execFile)
const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

export interface OwnTeam {
  readonly slug: string
  /** With a key of the team. */
  readonly endpoints: Endpoints
}

export async function createTeam(): Promise<OwnTeam> {
  const shared = inject('installation')
  const slug = `others-${randomBytes(4).toString('hex')}`
  // The machine of a rig has processes of its own: from here, the record of its services is that of services that have ended.
  const { hostname, port } = new URL(shared.apiUrl)
  const address = { CAY_BIND: hostname, CAY_API_PORT: port }
  const env = { ...process.env, ...address, CAY_DATA_DIR: shared.dataDir }
  const { stdout } = await execute(process.execPath, [cli, 'team', 'create', slug], { env })
  return { slug, endpoints: { ...shared, apiKey: stdout.trim() } }
}

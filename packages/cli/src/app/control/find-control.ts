import { readFile } from 'node:fs/promises'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { clientUrl } from '../../dialect/service/addresses.ts'
import type { Installation } from '../../installation.ts'
import type { AdminAccess, ControlAccess } from '../../ports/control-api.ts'
import type { ReadUpRecord } from '../../ports/supervisor.ts'
import { readAdminToken } from '../team/team-commands.ts'

/** The API's address and key: from the environment, else from this installation. */
export async function findControl(
  installation: Installation,
  readRecord: ReadUpRecord,
): Promise<ControlAccess> {
  return { url: await findUrl(installation, readRecord), apiKey: await findKey(installation) }
}

/** The same for the operator, with the admin token in the data directory. */
export async function findAdmin(installation: Installation, readRecord: ReadUpRecord): Promise<AdminAccess> {
  const adminToken = await readAdminToken(installation.layout.adminTokenFile)
  return { url: await findUrl(installation, readRecord), adminToken }
}

async function findUrl({ settings, layout }: Installation, readRecord: ReadUpRecord): Promise<string> {
  if (settings.clientApiUrl !== undefined) return settings.clientApiUrl.replace(/\/+$/, '')
  const record = await readRecord(layout.supervisorFile)
  const running = record !== undefined && isAlive(record.supervisor) ? record.listening.api : undefined
  return running ?? clientUrl(`http://${settings.bind}:${settings.apiPort}`)
}

async function findKey({ settings, layout }: Installation): Promise<string> {
  const given = settings.clientApiKey ?? settings.ownApiKey
  if (given !== undefined) return given
  try {
    return (await readFile(layout.apiKeyFile, 'utf8')).trim()
  } catch (cause) {
    throw new Error(
      `no API key can be read in ${layout.apiKeyFile}: run this as root, after the first \`cay up\`, or set E2B_API_KEY`,
      { cause },
    )
  }
}

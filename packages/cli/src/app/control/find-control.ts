import { readFile } from 'node:fs/promises'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { clientUrl } from '../../dialect/service/addresses.ts'
import type { Installation } from '../../installation.ts'
import type { AdminAccess, ClientAccess } from '../../ports/control-api.ts'
import type { ReadUpRecord } from '../../ports/supervisor.ts'
import { readAdminToken } from '../team/team-commands.ts'

/** The API's address and key: from the environment, else from this installation. */
export async function findControl(
  installation: Installation,
  readRecord: ReadUpRecord,
): Promise<ClientAccess> {
  const { settings } = installation
  const listening = await findListening(installation, readRecord)
  return {
    url: urlOf(installation, listening),
    apiKey: await findKey(installation),
    proxyUrl:
      settings.clientSandboxUrl ??
      (settings.clientDomain === undefined
        ? clientUrl(listening?.proxy ?? `http://${settings.bind}:${settings.proxyPort}`)
        : undefined),
    domain: settings.clientDomain,
  }
}

/** The same for the operator, with the admin token in the data directory. */
export async function findAdmin(installation: Installation, readRecord: ReadUpRecord): Promise<AdminAccess> {
  const adminToken = await readAdminToken(installation.layout.adminTokenFile)
  return { url: urlOf(installation, await findListening(installation, readRecord)), adminToken }
}

async function findListening(
  { layout }: Installation,
  readRecord: ReadUpRecord,
): Promise<Readonly<Record<string, string>> | undefined> {
  const record = await readRecord(layout.supervisorFile)
  return record !== undefined && isAlive(record.supervisor) ? record.listening : undefined
}

function urlOf({ settings }: Installation, listening: Readonly<Record<string, string>> | undefined): string {
  const { clientApiUrl, clientDomain } = settings
  if (clientApiUrl !== undefined) return clientApiUrl.replace(/\/+$/, '')
  if (clientDomain !== undefined) return `https://api.${clientDomain}`
  return listening?.api ?? clientUrl(`http://${settings.bind}:${settings.apiPort}`)
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

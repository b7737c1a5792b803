import { readFile } from 'node:fs/promises'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { CommandError } from '../../dialect/output/command-error.ts'
import { clientUrl } from '../../dialect/service/addresses.ts'
import { namesThisInstallation } from '../../dialect/service/own-addresses.ts'
import type { Installation } from '../../installation.ts'
import type { AdminAccess, ClientAccess } from '../../ports/control-api.ts'
import type { ReadUpRecord } from '../../ports/supervisor.ts'
import { readAdminToken } from '../team/team-commands.ts'

/** The API's address and key: from the environment, else from this installation, whose key goes to no other address. */
export async function findControl(
  installation: Installation,
  readRecord: ReadUpRecord,
): Promise<ClientAccess> {
  const { settings } = installation
  const listening = await findListening(installation, readRecord)
  const url = clientUrlOf(settings) ?? ownUrl(installation, listening)
  const isOwn = namesThisInstallation(url, {
    api: ownUrl(installation, listening),
    tls: listening?.tls,
    domain: settings.domain,
  })
  if (!isOwn && settings.clientApiKey === undefined)
    throw new CommandError(
      `${url} is not the installation of this machine, whose key is not sent there: set E2B_API_KEY to a key of that installation`,
    )
  return {
    url,
    apiKey: await findKey(installation),
    proxyUrl: settings.clientSandboxUrl ?? (isOwn ? ownProxy(installation, listening) : undefined),
    domain: settings.clientDomain,
  }
}

/** For the operator: this installation whatever clients are to use, with the admin token in its data directory. */
export async function findAdmin(installation: Installation, readRecord: ReadUpRecord): Promise<AdminAccess> {
  const adminToken = await readAdminToken(installation.layout.adminTokenFile)
  return { url: ownUrl(installation, await findListening(installation, readRecord)), adminToken }
}

type Listening = Readonly<Record<string, string>> | undefined

async function findListening({ layout }: Installation, readRecord: ReadUpRecord): Promise<Listening> {
  const record = await readRecord(layout.supervisorFile)
  return record !== undefined && isAlive(record.supervisor) ? record.listening : undefined
}

function clientUrlOf({ clientApiUrl, clientDomain }: Installation['settings']): string | undefined {
  if (clientApiUrl !== undefined) return clientApiUrl.replace(/\/+$/, '')
  return clientDomain === undefined ? undefined : `https://api.${clientDomain}`
}

function ownUrl({ settings }: Installation, listening: Listening): string {
  return listening?.api ?? clientUrl(`http://${settings.bind}:${settings.apiPort}`)
}

/** Undefined where a domain says it. */
function ownProxy({ settings }: Installation, listening: Listening): string | undefined {
  if (settings.clientDomain !== undefined) return undefined
  return clientUrl(listening?.proxy ?? `http://${settings.bind}:${settings.proxyPort}`)
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

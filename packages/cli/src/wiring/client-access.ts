/** How the API and the sandboxes are reached: from the environment, or as the installation of this machine says. */
import type { Environment } from '@cay/kit/settings.ts'
import { connectAsTeam } from '../edge/control/control-client.ts'
import { ownEnvironment } from '../environment.ts'
import type { ClientAccess } from '../ports/control-api.ts'

export async function access(): Promise<ClientAccess> {
  // What describes an installation takes longer to load than a short command runs.
  return fromEnvironment(ownEnvironment) ?? (await (await import('./context.ts')).accessHere())
}

export const team = async () => connectAsTeam(await access())

/** Undefined unless it says everything. */
function fromEnvironment({
  E2B_API_KEY: apiKey = '',
  E2B_API_URL: apiUrl = '',
  E2B_SANDBOX_URL: proxyUrl = '',
  E2B_DOMAIN: domain = '',
}: Environment): ClientAccess | undefined {
  const isComplete = apiKey !== '' && (domain !== '' || (apiUrl !== '' && proxyUrl !== ''))
  if (!isComplete) return undefined
  return {
    url: apiUrl === '' ? `https://api.${domain}` : apiUrl.replace(/\/+$/, ''),
    apiKey,
    proxyUrl: proxyUrl === '' ? undefined : proxyUrl,
    domain: domain === '' ? undefined : domain,
  }
}

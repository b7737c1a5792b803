/** How the API and the sandboxes are reached: by a profile, the environment, or as the installation of this machine says. */
import { type Environment, readOptional } from '@cay/kit/settings.ts'
import { connectAsTeam } from '../edge/control/control-client.ts'
import { ownEnvironment } from '../environment.ts'
import type { ClientAccess } from '../ports/control-api.ts'
import { chosenProfile } from './chosen-profile.ts'

export async function access(): Promise<ClientAccess> {
  // What describes an installation takes longer to load than a short command runs.
  const named = chosenProfile()
  const fromOwn = named === undefined ? fromEnvironment(ownEnvironment) : undefined
  return fromOwn ?? (await fromProfile(named)) ?? (await (await import('./context.ts')).accessHere())
}

export const team = async () => connectAsTeam(await access())

/** Undefined where no profile is meant: the environment goes before the current one. */
async function fromProfile(named: string | undefined): Promise<ClientAccess | undefined> {
  const isSet = ['E2B_API_KEY', 'E2B_API_URL', 'E2B_DOMAIN'].some(
    (name) => readOptional(ownEnvironment, name) !== undefined,
  )
  if (named === undefined && isSet) return undefined
  const [{ findProfile }, { profileStore }] = await Promise.all([
    import('../app/profile/profile-commands.ts'),
    import('../edge/profile/profile-store.ts'),
  ])
  const profile = await findProfile(profileStore(ownEnvironment), named)
  if (profile === undefined) return undefined
  const { apiKey, url, sandboxUrl, domain } = profile
  return {
    ...{ apiKey, url: url ?? `https://api.${domain}` },
    ...{ proxyUrl: sandboxUrl ?? undefined, domain: domain ?? undefined },
  }
}

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

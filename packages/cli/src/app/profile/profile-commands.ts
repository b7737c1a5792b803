/** Profiles from the command line. Those that return text return what is to be printed. */
import { CommandError } from '../../dialect/output/command-error.ts'
import { type Columns, type ListView, orDash, renderList } from '../../dialect/output/table.ts'
import type { Profile } from '../../dialect/profile/profiles-file.ts'
import type { ProfileStore } from '../../ports/profile-store.ts'

export interface NewProfile extends Profile {
  readonly name: string
}

interface ShownProfile {
  readonly name: string
  readonly current: boolean
  readonly url: string | null
  readonly sandboxUrl: string | null
  readonly domain: string | null
}

const profileColumns: Columns<ShownProfile> = {
  head: ['NAME', 'CURRENT', 'API', 'SANDBOXES'],
  row: ({ name, current, url, sandboxUrl, domain }) => [
    name,
    current ? '*' : '',
    url ?? `https://api.${domain}`,
    sandboxUrl ?? orDash(domain === null ? null : `*.${domain}`),
  ],
}

/** Replaces one of the same name. The first one is the current one. */
export async function addProfile(store: ProfileStore, { name, ...profile }: NewProfile): Promise<string> {
  const profiles = await store.read()
  const isFirst = Object.keys(profiles.byName).length === 0
  await store.write({
    current: isFirst ? name : profiles.current,
    byName: { ...profiles.byName, [name]: profile },
  })
  return name
}

/** Null: none, so that the installation of this machine is meant. */
export async function selectProfile(store: ProfileStore, name: string | null): Promise<string> {
  const profiles = await store.read()
  if (name !== null) find(profiles.byName, name)
  await store.write({ ...profiles, current: name })
  return name ?? ''
}

export async function removeProfile(store: ProfileStore, name: string): Promise<string> {
  const { current, byName } = await store.read()
  find(byName, name)
  const { [name]: _, ...others } = byName
  await store.write({ current: current === name ? null : current, byName: others })
  return name
}

export async function listProfiles(store: ProfileStore, view: ListView): Promise<string> {
  const { current, byName } = await store.read()
  const shown = Object.entries(byName).map(([name, { url, sandboxUrl, domain }]) => ({
    ...{ name, current: name === current },
    ...{ url, sandboxUrl, domain },
  }))
  return await renderList(shown, profileColumns, view)
}

export async function listProfileNames(store: ProfileStore): Promise<string[]> {
  return Object.keys((await store.read()).byName)
}

/** Undefined where none is named and none is current. */
export async function findProfile(
  store: ProfileStore,
  named: string | undefined,
): Promise<Profile | undefined> {
  const { current, byName } = await store.read()
  if (named !== undefined) return find(byName, named)
  return current === null ? undefined : byName[current]
}

function find(byName: Readonly<Record<string, Profile>>, name: string): Profile {
  const found = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (found === undefined)
    throw new CommandError(`there is no profile "${name}"`, { hint: '`cay profile list` shows them' })
  return found
}

/** Installations elsewhere that the command works on, each under a name. The file has their keys. */
import { fieldIn, textIn } from '../output/fields.ts'

export interface Profile {
  readonly apiKey: string
  /** Of the API; null: at `api.` of the domain. */
  readonly url: string | null
  /** Of the proxy; null: each sandbox has a host name below the domain. */
  readonly sandboxUrl: string | null
  readonly domain: string | null
}

export interface Profiles {
  /** Used where the environment names no other installation. */
  readonly current: string | null
  readonly byName: Readonly<Record<string, Profile>>
}

export const noProfiles: Profiles = { current: null, byName: {} }

export function renderProfiles(profiles: Profiles): string {
  return `${JSON.stringify(profiles, null, 2)}\n`
}

/** Throws for anything else than what was rendered. */
export function parseProfiles(text: string): Profiles {
  const body: unknown = JSON.parse(text)
  const entries = Object.entries(fieldIn(body, 'byName') ?? {}).map(([name, item]) => {
    const profile = {
      apiKey: textIn(item, 'apiKey') ?? '',
      url: textIn(item, 'url'),
      sandboxUrl: textIn(item, 'sandboxUrl'),
      domain: textIn(item, 'domain'),
    }
    return [name, profile] as const
  })
  return { current: textIn(body, 'current'), byName: Object.fromEntries(entries) }
}

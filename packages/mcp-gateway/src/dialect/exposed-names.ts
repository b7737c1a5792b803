/**
 * The names under which clients see what several servers offer. The first server that has a name keeps it; a later one gets its
 * own name before it. Pure.
 */

export interface Offer {
  readonly server: string
  /** Names of tools or prompts, or URIs of resources, in the order of the server. */
  readonly names: readonly string[]
}

export interface Origin {
  readonly server: string
  readonly name: string
}

/** Characters of a tool's name that every model's interface takes. */
const nameLengthMax = 64

/** Exposed name -> whose it is. A name that one server has twice is its first one. */
export function exposeNames(offers: readonly Offer[]): Map<string, Origin> {
  return expose(offers, qualifiedName)
}

/** The same for URIs of resources, and for templates of URIs. */
export function exposeUris(offers: readonly Offer[]): Map<string, Origin> {
  return expose(
    offers,
    (server, uri, attempt) => `${schemeWord(server)}${attempt === 1 ? '' : attempt}+${uri}`,
  )
}

function expose(
  offers: readonly Offer[],
  qualify: (server: string, name: string, attempt: number) => string,
): Map<string, Origin> {
  const exposed = new Map<string, Origin>()
  const later: Origin[] = []
  for (const { server, names } of offers)
    for (const name of new Set(names)) {
      if (exposed.has(name)) later.push({ server, name })
      else exposed.set(name, { server, name })
    }
  // When all names of their own are known: no qualified name takes one of them.
  for (const origin of later) {
    let attempt = 1
    while (exposed.has(qualify(origin.server, origin.name, attempt))) attempt += 1
    exposed.set(qualify(origin.server, origin.name, attempt), origin)
  }
  return exposed
}

function qualifiedName(server: string, name: string, attempt: number): string {
  const ending = attempt === 1 ? '' : `_${attempt}`
  const full = `${server.replace(/^github\//, '').replaceAll(/[^A-Za-z0-9_-]+/g, '_')}__${name}`
  return `${full.slice(0, nameLengthMax - ending.length)}${ending}`
}

/** What may stand in the scheme of a URI. */
function schemeWord(server: string): string {
  const word = server
    .replace(/^github\//, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return /^[a-z]/.test(word) ? word : `s-${word}`
}

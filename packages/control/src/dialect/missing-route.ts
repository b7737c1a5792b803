/** What a 404 says of a route that this server does not have. */
import { tellNewerClient } from './newer-client.ts'

type Request = {
  readonly method: string
  readonly url: string
  readonly headers: Parameters<typeof tellNewerClient>[0]
}

/** The original path names of sandboxes and templates. */
const oldPaths = /^\/(instances|envs)(?![^/?])/
const shownUrlLengthMax = 200

export function describeMissingRoute({ method, url, headers }: Request): string {
  const told = oldPaths.test(url) ? ': it is of an old API, update your SDK' : tellNewerClient(headers)
  const shown = url.length > shownUrlLengthMax ? `${url.slice(0, shownUrlLengthMax)}…` : url
  return `no route ${method} ${shown}${told}`
}

/** The calls that chaos draws from, and what may be answered. */

const weightedVerbs = [
  ['pause', 24],
  ['resume', 14],
  ['connect', 16],
  ['traffic', 6],
  ['kill', 8],
  ['fork', 3],
  ['timeout', 8],
  ['network', 8],
  ['show', 9],
  ['list', 4],
] as const
type DrawnVerb = (typeof weightedVerbs)[number][0]

/** Of a call to control; `traffic` goes to the node. */
export type Verb = Exclude<DrawnVerb, 'traffic'>

export interface ChaosRequest {
  readonly method: string
  readonly path: string
  readonly body?: object
}

export const lifeSeconds = 3600
export const neverMissing: ReadonlySet<string> = new Set(['pause', 'resume', 'connect', 'show'])
export const expectedStatuses: ReadonlySet<number> = new Set([200, 201, 204, 404, 409, 429, 503])

/** `random` is at least 0 and less than 1. */
export function drawVerb(random: number): DrawnVerb {
  let left = random * weightedVerbs.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of weightedVerbs) {
    left -= weight
    if (left < 0) return name
  }
  return weightedVerbs[0][0]
}

export function requestOf(verb: Verb, sandboxId: string, random: number): ChaosRequest {
  const path = `/sandboxes/${sandboxId}`
  const post = (name: string, body: object = {}) => ({ method: 'POST', path: `${path}/${name}`, body })
  switch (verb) {
    case 'kill':
      return { method: 'DELETE', path }
    case 'show':
      return { method: 'GET', path }
    case 'list':
      return { method: 'GET', path: '/v2/sandboxes' }
    case 'network':
      return {
        method: 'PUT',
        path: `${path}/network`,
        body: { denyOut: [`198.51.100.${Math.floor(random * 250)}`] },
      }
    case 'fork':
      return post('fork', { count: 1, timeout: lifeSeconds })
    case 'pause':
      return post('pause')
    default:
      return post(verb, { timeout: lifeSeconds })
  }
}

export function createRequest(more: object = {}): ChaosRequest {
  const body = { templateID: 'base', timeout: lifeSeconds, ...more }
  return { method: 'POST', path: '/v2/sandboxes', body }
}

/** Which sandbox an id means: the whole id, or the beginning of one. */
import { ambiguousExitCode, CommandError } from '../../dialect/output/command-error.ts'
import { fieldIn, textIn } from '../../dialect/output/fields.ts'
import { isSandboxId, sandboxIdIn } from '../../dialect/sandbox/sandbox-id.ts'
import { ApiError, type TeamApi } from '../../ports/control-api.ts'

type Finder = Pick<TeamApi, 'request' | 'listSandboxes'>

export interface FoundSandbox {
  readonly sandboxId: string
  readonly state: string | null
  /** What the API says of it. */
  readonly body: unknown
}

/** Throws for none and for several. */
export async function findSandbox(team: Finder, given: string): Promise<FoundSandbox> {
  const whole = await read(team, given)
  if (whole !== undefined) return whole
  const listed = await team.listSandboxes({ states: ['running', 'paused'] })
  const ids = listed.map(({ sandboxId }) => sandboxId).filter((id) => id.startsWith(given))
  const [only, ...others] = ids
  if (only !== undefined && others.length > 0 && given !== '') throw ambiguousId(given, ids)
  const found = only === undefined || given === '' ? undefined : await read(team, only)
  if (found === undefined)
    throw new CommandError(`sandbox "${given}" not found`, { hint: '`cay sandbox list` shows them' })
  return found
}

export function ambiguousId(given: string, ids: readonly string[]): CommandError {
  return new CommandError(`"${given}" is the beginning of ${ids.length} ids: ${ids.join(', ')}`, {
    exitCode: ambiguousExitCode,
    hint: 'give more of the id',
  })
}

async function read(team: Finder, id: string): Promise<FoundSandbox | undefined> {
  if (!isSandboxId(id)) return undefined
  try {
    const body = await team.request({ method: 'GET', path: pathOfSandbox(id) })
    return { sandboxId: sandboxIdIn(body), state: textIn(body, 'state'), body }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}

export const pathOfSandbox = (sandboxId: string) => `/sandboxes/${encodeURIComponent(sandboxId)}`

/** What its daemon asks of clients. */
export interface SandboxTokens {
  readonly accessToken: string | undefined
  readonly trafficToken: string | undefined
}

/** Throws for a paused sandbox. */
export async function tokensOf(
  team: Pick<TeamApi, 'request'>,
  { sandboxId, state, body }: FoundSandbox,
): Promise<SandboxTokens> {
  if (state === 'paused')
    throw new CommandError(`sandbox ${sandboxId} is paused`, { hint: `\`cay sandbox resume ${sandboxId}\`` })
  const isPrivate = fieldIn(fieldIn(body, 'network'), 'allowPublicTraffic') === false
  // Only the response to a connect has the token. A timeout of 0 extends nothing.
  const connected = isPrivate
    ? await team.request({
        method: 'POST',
        path: `/v2${pathOfSandbox(sandboxId)}/connect`,
        body: { timeout: 0 },
      })
    : body
  return {
    accessToken: textIn(connected, 'envdAccessToken') ?? undefined,
    trafficToken: textIn(connected, 'trafficAccessToken') ?? undefined,
  }
}

import { headers } from '@cay/contract/names.ts'
import { sandboxIdIn } from '../../dialect/sandbox/sandbox-id.ts'
import { type TeamApi, TemplateBuildingError } from '../../ports/control-api.ts'

export interface NewSandbox {
  readonly template: string
  /** Undefined: as the API has it. */
  readonly timeoutSeconds: number | undefined
  readonly metadata: Readonly<Record<string, string>>
  readonly envs: Readonly<Record<string, string>>
  /** At its end it is paused and not killed. */
  readonly pausesAtEnd: boolean
  readonly hasInternet: boolean
  readonly volumes: readonly { readonly name: string; readonly path: string }[]
}

export interface CreateDeps {
  readonly team: Pick<TeamApi, 'request'>
  readonly printError: (line: string) => void
  /** False when nobody wants it any more: then a build is not waited for. Absent: it is wanted to the end. */
  readonly isWanted?: () => boolean
}

/** Seconds between two lines about a build: control waits for so long, so that nothing has to wait here. */
const waitSeconds = 5
/** Builds of templates end within the hour: minutes on an idle machine. */
const waitsMax = 720

/** What the API says of it: with its tokens. Says where the build of a template that comes with Cay is, and waits for its end. */
export async function createSandbox(
  { team, printError, isWanted = () => true }: CreateDeps,
  request: NewSandbox,
): Promise<{ readonly sandboxId: string; readonly body: unknown }> {
  let told = ''
  for (let turn = 1; ; turn++) {
    try {
      return await create(team, request)
    } catch (error) {
      if (!(error instanceof TemplateBuildingError) || turn >= waitsMax || !isWanted()) throw error
      if (error.message !== told) printError(`Waiting: ${error.message}`)
      told = error.message
    }
  }
}

async function create(
  team: CreateDeps['team'],
  { template, timeoutSeconds, metadata, envs, pausesAtEnd, hasInternet, volumes }: NewSandbox,
) {
  const body = await team.request({
    method: 'POST',
    path: '/v2/sandboxes',
    headers: { [headers.prefer]: `wait=${waitSeconds}` },
    body: {
      templateID: template,
      ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      ...(Object.keys(envs).length === 0 ? {} : { envVars: envs }),
      ...(pausesAtEnd ? { autoPause: true } : {}),
      ...(hasInternet ? {} : { allow_internet_access: false }),
      ...(volumes.length === 0 ? {} : { volumeMounts: volumes }),
    },
  })
  return { sandboxId: sandboxIdIn(body), body }
}

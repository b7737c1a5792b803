import { textIn } from '../../dialect/output/fields.ts'
import type { TeamApi } from '../../ports/control-api.ts'

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

/** What the API says of it: with its tokens. */
export async function createSandbox(
  team: Pick<TeamApi, 'request'>,
  { template, timeoutSeconds, metadata, envs, pausesAtEnd, hasInternet, volumes }: NewSandbox,
): Promise<{ readonly sandboxId: string; readonly body: unknown }> {
  const body = await team.request({
    method: 'POST',
    path: '/v2/sandboxes',
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
  const sandboxId = textIn(body, 'sandboxID')
  if (sandboxId === null) throw new Error('the API answered without the id of a sandbox')
  return { sandboxId, body }
}

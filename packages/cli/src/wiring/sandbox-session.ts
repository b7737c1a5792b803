import { findSandbox, type SandboxTokens, tokensOf } from '../app/sandbox/find-sandbox.ts'
import { CommandError } from '../dialect/output/command-error.ts'
import { connectAsTeam } from '../edge/control/control-client.ts'
import { connectDaemon } from '../edge/sandbox/sandbox-daemon.ts'
import type { ClientAccess, TeamApi } from '../ports/control-api.ts'
import type { SandboxDaemon } from '../ports/sandbox-daemon.ts'
import { access } from './client-access.ts'

export interface SandboxSession {
  readonly team: TeamApi
  readonly sandboxId: string
  readonly daemon: SandboxDaemon
}

/** Takes a whole id, or the beginning of one. */
export async function openSession(given: string, user: string | undefined): Promise<SandboxSession> {
  const client = await access()
  const team = connectAsTeam(client)
  const found = await findSandbox(team, given)
  const tokens = await tokensOf(team, found)
  return { team, sandboxId: found.sandboxId, daemon: daemonOf(client, found.sandboxId, { ...tokens, user }) }
}

type UserAccess = SandboxTokens & { readonly user: string | undefined }

export function daemonOf(client: ClientAccess, sandboxId: string, options: UserAccess): SandboxDaemon {
  return connectDaemon(daemonAccess(client, sandboxId, options))
}

export function daemonAccess({ proxyUrl, domain }: ClientAccess, sandboxId: string, options: UserAccess) {
  if (proxyUrl === undefined && domain === undefined)
    throw new CommandError('it is not known where the sandboxes of this API are reached', {
      hint: 'set E2B_SANDBOX_URL to the address of the proxy, or E2B_DOMAIN',
    })
  return { sandboxId, proxyUrl, domain, ...options }
}

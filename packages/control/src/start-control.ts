/** Puts control together from its outside: the same for the real node and the simulated one. */
import { randomBytes } from 'node:crypto'
import type { Logger } from '@cay/kit/log.ts'
import type { FastifyInstance } from 'fastify'
import { createAccessTokens } from './app/access-token.ts'
import type { Deps } from './app/deps.ts'
import { ensureFirstTeam } from './app/first-team.ts'
import { followNode } from './app/follow-node.ts'
import { SandboxWriters } from './app/sandbox-writers.ts'
import type { ControlSettings } from './config.ts'
import { createServer, type Health } from './http/server.ts'
import type { Clock, KeyFile, OrchestratorClient, Store } from './ports.ts'

export interface ControlParts {
  /** Closed by `stop`. */
  readonly store: Store
  readonly orchestrator: OrchestratorClient
  readonly clock: Clock
  readonly keyFile: KeyFile
  readonly log: Logger
  readonly settings: ControlSettings
  readonly listen: { readonly host: string; readonly port: number }
  /** May look at every answer before the server listens; tests judge them by the spec here. */
  readonly prepare?: (app: FastifyInstance) => void
}

export interface RunningControl {
  readonly url: string
  stop(): Promise<void>
}

export async function startControl(parts: ControlParts): Promise<RunningControl> {
  const { store, orchestrator, clock, log, settings } = parts
  await ensureFirstTeam({ store, clock, keyFile: parts.keyFile, randomBytes }, settings.apiKey)
  const deps: Deps = {
    store,
    orchestrator,
    clock,
    log,
    randomBytes,
    writers: new SandboxWriters(),
    heldSnapshots: new Set(),
    accessTokenOf: await createAccessTokens(store),
    maxSandboxHours: settings.maxSandboxHours,
    domain: settings.domain,
  }
  const health: Health = { isDraining: false }
  const app = createServer(deps, health)
  parts.prepare?.(app)
  const url = await app.listen(parts.listen)
  const stopped = new AbortController()
  const following = followNode(deps, stopped.signal)
  return {
    url,
    async stop() {
      health.isDraining = true
      stopped.abort()
      await app.close()
      await following
      await deps.writers.drained()
      await store.close()
    },
  }
}

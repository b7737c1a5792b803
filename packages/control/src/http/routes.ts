/** The handlers of all authenticated operations of the spec. */
import { errorTable } from '@cay/core/errors.ts'
import { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../app/deps.ts'
import { recordCall } from '../app/event/audit.ts'
import { RefusalThrottle } from '../app/event/refusal-throttle.ts'
import { checkAdminToken } from '../app/key/admin-token.ts'
import { authenticateRequest } from '../app/key/authenticate-request.ts'
import { RateLimiter } from '../app/team/rate-limiter.ts'
import { describeCall } from '../dialect/audited-call.ts'
import {
  type AdminCall,
  type AdminRoutes,
  type Audit,
  type Authenticate,
  addAdminOperation,
  addOperation,
  type Guards,
  type Handler,
  type RouteResponse,
  type Routes,
} from './add-operation.ts'
import { createBuildRoutes } from './build/build-routes.ts'
import { createDashboardRoutes } from './dashboard/dashboard-routes.ts'
import { createEventRoutes } from './event/event-routes.ts'
import { createKeyRoutes } from './key/key-routes.ts'
import { createObserveRoutes } from './observe/observe-routes.ts'
import { fromHttpError } from './render-error.ts'
import { createLifeRoutes } from './sandbox/life-routes.ts'
import { createSandboxRoutes } from './sandbox/sandbox-routes.ts'
import { createSecretRoutes } from './secret/secret-routes.ts'
import { createAdminRoutes } from './team/admin-routes.ts'
import { createTemplateRoutes } from './template/template-routes.ts'
import { createVolumeRoutes } from './volume/volume-routes.ts'
import { createWebhookRoutes } from './webhook/webhook-routes.ts'

/** Of all teams, in this process; each team has a share (core/fairness/share.ts). */
const requestsInFlightMax = 2048

export function addRoutes(app: FastifyInstance, deps: Deps): void {
  const routes: Routes = {
    ...createSandboxRoutes(deps),
    ...createLifeRoutes(deps),
    ...createTemplateRoutes(deps),
    ...createBuildRoutes(deps),
    ...createDashboardRoutes(deps),
    ...createSecretRoutes(deps),
    ...createVolumeRoutes(deps),
    ...createObserveRoutes(deps),
    ...createKeyRoutes(deps),
    ...createEventRoutes(deps),
    ...createWebhookRoutes(deps),
  }
  const audit = auditWith(deps)
  const known: Authenticate = (credentials) => authenticateRequest(deps, credentials)
  const limiter = new RateLimiter(deps.clock, deps.replicas)
  const inFlight = new SharedLimit(requestsInFlightMax)
  const guards = { authenticate: known, audit, limiter, inFlight }
  for (const id of Object.keys(routes) as (keyof Routes)[]) addRoute(app, { routes, id, ...guards })
  addAdminRoutes(app, deps)
}

function addAdminRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = createAdminRoutes(deps)
  const audit = auditWith(deps)
  const check = (header: string | undefined) => checkAdminToken(deps.adminToken, header)
  const add = <Id extends keyof AdminRoutes>(id: Id) =>
    addAdminOperation(
      app,
      { id, check, audit },
      routes[id] as (call: AdminCall<Id>) => Promise<RouteResponse>,
    )
  for (const id of Object.keys(routes) as (keyof AdminRoutes)[]) add(id)
}

function addRoute<Id extends keyof Routes>(
  app: FastifyInstance,
  { routes, id, ...how }: { routes: Routes; id: Id } & Guards,
): void {
  addOperation(app, { id, ...how }, routes[id] as Handler<Id>)
}

/** Counts errors by the status and the code of the response. */
function auditWith(deps: Deps): Audit {
  const throttle = new RefusalThrottle(deps.clock)
  return async (facts, actor) => {
    const { kind, params } = facts
    if ('status' in facts) {
      const about = describeCall({ params, body: facts.body })
      return recordCall(deps, { kind, actor, about, status: facts.status })
    }
    const { code } = fromHttpError(facts.error)
    if (
      facts.isRejectedEarly &&
      !throttle.isNew([kind, code, actor.kind === 'key' ? (actor.keyId ?? '') : ''])
    )
      return
    const about = describeCall({ params, body: undefined })
    return recordCall(deps, { kind, actor, about, status: errorTable[code].http, code })
  }
}

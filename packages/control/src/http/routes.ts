/** Every operation of the spec that takes a credential, with the function that answers it. */
import type { FastifyInstance } from 'fastify'
import { checkAdminToken } from '../app/admin-token.ts'
import { authenticate } from '../app/authenticate.ts'
import type { Deps } from '../app/deps.ts'
import {
  type AdminCall,
  type AdminRoutes,
  type Answer,
  type Authenticate,
  addAdminOperation,
  addOperation,
  type Handler,
  type Routes,
} from './add-operation.ts'
import { createAdminRoutes } from './admin-routes.ts'
import { createBuildRoutes } from './build-routes.ts'
import { createKeyRoutes } from './key-routes.ts'
import { createLifeRoutes } from './life-routes.ts'
import { createObserveRoutes } from './observe-routes.ts'
import { createSandboxRoutes } from './sandbox-routes.ts'
import { createSecretRoutes } from './secret-routes.ts'
import { createTemplateRoutes } from './template-routes.ts'

export function addRoutes(app: FastifyInstance, deps: Deps): void {
  const routes: Routes = {
    ...createSandboxRoutes(deps),
    ...createLifeRoutes(deps),
    ...createTemplateRoutes(deps),
    ...createBuildRoutes(deps),
    ...createSecretRoutes(deps),
    ...createObserveRoutes(deps),
    ...createKeyRoutes(deps),
  }
  const known: Authenticate = (header, door) => authenticate(deps, header, door)
  for (const id of Object.keys(routes) as (keyof Routes)[]) addRoute(app, { routes, id, authenticate: known })
  addAdminRoutes(app, deps)
}

function addAdminRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = createAdminRoutes(deps)
  const check = (header: string | undefined) => checkAdminToken(deps.adminToken, header)
  const add = <Id extends keyof AdminRoutes>(id: Id) =>
    addAdminOperation(app, { id, check }, routes[id] as (call: AdminCall<Id>) => Promise<Answer>)
  for (const id of Object.keys(routes) as (keyof AdminRoutes)[]) add(id)
}

function addRoute<Id extends keyof Routes>(
  app: FastifyInstance,
  { routes, id, authenticate: known }: { routes: Routes; id: Id; authenticate: Authenticate },
): void {
  addOperation(app, { id, authenticate: known }, routes[id] as Handler<Id>)
}

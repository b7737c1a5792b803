/**
 * Routes of secrets. They decode, call and encode; they decide nothing. Responses hold no values, and no cache may
 * store them.
 */
import type { components } from '@cay/contract/gen/control/api.js'
import { limits } from '@cay/contract/limits.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../app/deps.ts'
import { createSecret } from '../../app/secret/create-secret.ts'
import { deleteSecret } from '../../app/secret/delete-secret.ts'
import { findSecret } from '../../app/secret/find-secret.ts'
import { listSecrets } from '../../app/secret/list-secrets.ts'
import { updateSecret } from '../../app/secret/update-secret.ts'
import type { SecretRecord } from '../../ports/secret.ts'
import type { Routes } from '../add-operation.ts'
import { renderPage } from '../decode.ts'
import { sendError } from '../render-error.ts'

type SecretRoutes = Pick<
  Routes,
  'createSecret' | 'listSecrets' | 'getSecret' | 'updateSecret' | 'deleteSecret'
>

export function createSecretRoutes(deps: Deps): SecretRoutes {
  return {
    createSecret: async ({ team, body }) => {
      return { status: 201, body: renderSecret(await createSecret(deps, team, body)) }
    },
    listSecrets: async ({ team, query: { limit = limits.listPageSizeDefault, nextToken } }) => {
      const page = await listSecrets(deps, team, { limit, nextToken })
      return renderPage({ ...page, items: page.items.map(renderSecret) })
    },
    getSecret: async ({ team, params }) => {
      return { status: 200, body: renderSecret(await findSecret(deps, team, params.secretID)) }
    },
    updateSecret: async ({ team, params, body }) => {
      const secret = await updateSecret(deps, { team, selector: params.secretID }, body)
      return { status: 200, body: renderSecret(secret) }
    },
    deleteSecret: async ({ team, params }) => {
      await deleteSecret(deps, team, params.secretID)
      return { status: 204 }
    },
  }
}

function renderSecret(secret: SecretRecord): components['schemas']['Secret'] {
  return {
    secretID: secret.secretId,
    name: secret.name,
    currentVersion: secret.version,
    metadata: secret.metadata,
    createdAt: formatInstant(secret.createdAtMs),
    updatedAt: formatInstant(secret.updatedAtMs),
  }
}

/**
 * Must be called before the routes are added. All validation errors have the same text, because the request may hold a
 * value.
 */
export function guardSecretAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isSecrets(request.url)) reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onRoute', (route) => {
    if (!isSecrets(route.url)) return
    route.errorHandler = (error, request, reply) => {
      const isInvalid = isServiceError(error, 'request_invalid')
      const shown = isInvalid ? new ServiceError('request_invalid', 'Invalid secrets request') : error
      sendError(shown, request, reply)
    }
  })
}

function isSecrets(url: string): boolean {
  return /^\/secrets(?:[/?]|$)/.test(url)
}

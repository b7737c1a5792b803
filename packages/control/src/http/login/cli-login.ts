/**
 * Sign-in of the official command line, and how users sign in here at all. All of it is public: it is where a credential comes from.
 * The paths of the command line are its own, below the base that E2B_DOCS_BASE names.
 */
import { operations } from '@cay/contract/gen/control/operations.js'
import { signInCookies } from '@cay/contract/names.ts'
import { errorTable } from '@cay/core/errors.ts'
import { parseNextUrl, withQuery } from '@cay/core/login/next-url.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../app/deps.ts'
import { beginLogin, completeLogin } from '../../app/login/cli-login.ts'
import { beginDevice, waitForDevice } from '../../app/login/device-login.ts'
import { describeSignIn } from '../../app/login/sign-in.ts'
import type { KeylessKind } from '../../app/team/keyless-limiter.ts'
import { loginPagePolicy, renderDeviceSteps, renderLoginPage } from '../../dialect/login-pages.ts'
import type { Issuer } from '../../ports/issuer.ts'
import { publicOrigin } from '../public-origin.ts'
import { fromHttpError } from '../render-error.ts'
import { invalid, parseQueryAs } from '../validate.ts'
import { needIssuer } from './need-issuer.ts'

const [secureCookie, plainCookie] = signInCookies
const cookieSeconds = 600

export function addLogin(app: FastifyInstance, deps: Deps): void {
  app.get(operations.getSignIn.url, async (_, reply) =>
    reply.header('cache-control', 'no-store').send(await describeSignIn(deps)),
  )
  addPage(app, { url: operations.startCliLogin.url, keyless: 'sign-in' }, (request, reply) =>
    start(deps, request, reply),
  )
  addPage(app, { url: operations.finishCliLogin.url, keyless: 'sign-in' }, (request, reply) =>
    finish(deps, request, reply),
  )
  addPage(app, { url: operations.waitForCliLogin.url, keyless: 'wait' }, (request, reply) =>
    wait(deps, request, reply),
  )
}

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Tokens are in these URLs, so nothing keeps them and nobody is told them. */
function addPage(
  app: FastifyInstance,
  { url, keyless }: { readonly url: string; readonly keyless: KeylessKind },
  page: Page,
): void {
  app.get(url, {
    config: { keyless },
    onRequest: async (_, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-security-policy': loginPagePolicy,
      })
    },
    errorHandler: async (error, _, reply) => {
      const { code, message } = fromHttpError(error)
      await sendPage(reply.code(errorTable[code].http), 'Sign-in failed', message)
    },
    handler: page,
  })
}

async function start(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const {
    next: wanted,
    state,
    error,
    email,
  } = parseQueryAs(operations.startCliLogin.query, asRecord(request.query))
  if (state === 'success')
    return sendPage(
      reply,
      'You are signed in',
      `${email ?? ''} You can close this page and go on in the terminal.`,
    )
  if (state === 'error') return sendPage(reply, 'Sign-in failed', error ?? '')
  const next = parseNextUrl(wanted ?? '')
  if (next === undefined) throw invalid('query.next', 'must be http://localhost:PORT')
  const { issuer } = deps
  if (issuer === undefined)
    return reply.redirect(withQuery(next, { error: 'this installation has no sign-in: set E2B_API_KEY' }))
  const origin = publicOrigin(deps.domain, request)
  if (!takesPages(request)) return await startDevice(deps, { issuer, next, origin, reply })
  const redirectUri = origin + operations.finishCliLogin.url
  const { location, cookie } = await beginLogin(deps, issuer, { next, redirectUri })
  return reply.header('set-cookie', renderCookie(cookie, origin)).redirect(location)
}

/** For a program that shows no pages, which is then on the machine of the command line. */
async function startDevice(
  deps: Deps,
  { issuer, next, origin, reply }: { issuer: Issuer; next: string; origin: string; reply: FastifyReply },
): Promise<FastifyReply> {
  const { wait, ...begun } = await beginDevice(deps, issuer, next)
  const waitUrl = waitUrlOf(origin, wait)
  return reply.type('text/plain; charset=utf-8').send(renderDeviceSteps({ ...begun, waitUrl }))
}

const waitUrlOf = (origin: string, wait: string) =>
  withQuery(origin.replaceAll("'", '%27') + operations.waitForCliLogin.url, { wait })

async function wait(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { wait } = parseQueryAs(operations.waitForCliLogin.query, asRecord(request.query))
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  const again = waitUrlOf(publicOrigin(deps.domain, request), wait)
  return reply.redirect(await waitForDevice(deps, needIssuer(deps), { wait, again, signal: closed.signal }))
}

async function finish(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { state, code, error, error_description } = parseQueryAs(
    operations.finishCliLogin.query,
    asRecord(request.query),
  )
  const origin = publicOrigin(deps.domain, request)
  const location = await completeLogin(deps, needIssuer(deps), {
    ...{ state, code, error: error_description ?? error, cookie: readCookie(request, origin) },
    redirectUri: origin + operations.finishCliLogin.url,
  })
  return reply.header('set-cookie', renderCookie('', origin, 0)).redirect(location)
}

function takesPages({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

function sendPage(reply: FastifyReply, title: string, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(renderLoginPage(title, text))
}

/** With the prefix a browser takes it from this host alone, and not from a page of a sandbox below the same domain. */
const isSecure = (origin: string) => origin.startsWith('https:')

function renderCookie(value: string, origin: string, seconds = cookieSeconds): string {
  const common = `Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return isSecure(origin)
    ? `${secureCookie}=${value}; Path=/; Secure; ${common}`
    : `${plainCookie}=${value}; Path=${operations.startCliLogin.url}; ${common}`
}

function readCookie({ headers }: FastifyRequest, origin: string): string | undefined {
  const expected = isSecure(origin) ? secureCookie : plainCookie
  const found = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return found.find(([name]) => name === expected)?.[1]
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

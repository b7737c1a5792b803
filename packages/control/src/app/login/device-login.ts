/** Sign-in of a command line on a machine without a browser: the user confirms a code on any other device (RFC 8628). */
import { ServiceError } from '@cay/core/errors.ts'
import type { Issuer } from '../../ports/issuer.ts'
import { describeTokens, type LoginDeps, leadBack, loginScopes, refusal } from './cli-login.ts'
import { loginMsMax, openState, sealState } from './login-state.ts'

export interface BegunDeviceLogin {
  readonly userCode: string
  /** The page where the user enters it. */
  readonly page: string
  /** For `waitForDevice`. */
  readonly wait: string
}

const usualIntervalSeconds = 5
/** Added when the provider asks for it. */
const slowDownMs = 5_000
/** Of one request; the next one goes on. */
const waitMsMax = 40_000

/** Throws not_found when the provider has no such sign-in, issuer_unavailable, forbidden. */
export async function beginDevice(deps: LoginDeps, issuer: Issuer, next: string): Promise<BegunDeviceLogin> {
  const { deviceAuthorization } = await issuer.endpoints()
  if (deviceAuthorization === undefined)
    throw new ServiceError(
      'not_found',
      'the identity provider has no sign-in by device code: set E2B_API_KEY',
    )
  const { clientId } = issuer.settings
  const given = await issuer.post(deviceAuthorization, { client_id: clientId, scope: loginScopes })
  const { device_code: deviceCode, user_code: userCode, verification_uri: page } = given
  if (typeof deviceCode !== 'string' || typeof userCode !== 'string' || typeof page !== 'string')
    throw refusal(given.error_description ?? given.error)
  const seconds = typeof given.interval === 'number' ? given.interval : usualIntervalSeconds
  const wait = sealState(deps, {
    ...{ kind: 'device', next, deviceCode, intervalMs: Math.max(1, Math.min(seconds, 60)) * 1000 },
    expiresAtMs: deps.clock.nowMs() + loginMsMax,
  })
  const complete = given.verification_uri_complete
  return { userCode, page: typeof complete === 'string' ? complete : page, wait }
}

/** Where the client goes next: to the command line, or here again while the user has not answered. Throws request_invalid. */
export async function waitForDevice(
  deps: LoginDeps,
  issuer: Issuer,
  { wait, again, signal }: { readonly wait: string; readonly again: string; readonly signal: AbortSignal },
): Promise<string> {
  const { next, deviceCode, intervalMs } = openState(deps, 'device', wait)
  const untilMs = deps.clock.nowMs() + waitMsMax
  let pauseMs = intervalMs
  let isPending = false
  const location = await leadBack(next, async () => {
    const { token } = await issuer.endpoints()
    for (;;) {
      const tokens = await issuer.post(token, {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: deviceCode,
        client_id: issuer.settings.clientId,
      })
      if (tokens.error === 'slow_down') pauseMs += slowDownMs
      else if (tokens.error !== 'authorization_pending') return await describeTokens(deps, issuer, { tokens })
      isPending = signal.aborted || deps.clock.nowMs() + pauseMs > untilMs
      if (isPending) return {}
      await deps.clock.sleep(pauseMs, signal)
    }
  })
  return isPending ? again : location
}

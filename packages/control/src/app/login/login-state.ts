/** What a sign-in must find again: sealed in what the browser carries, so that any control process can go on with it. */
import { ServiceError } from '@cay/core/errors.ts'
import type { Deps } from '../deps.ts'

const purpose = 'sign-in of a command line'
export const loginMsMax = 10 * 60_000

/** The authorization code flow. */
export interface CodeState {
  readonly kind: 'code'
  readonly next: string
  readonly verifier: string
  readonly nonce: string
  readonly expiresAtMs: number
}

/** The device flow. */
export interface DeviceState {
  readonly kind: 'device'
  readonly next: string
  readonly deviceCode: string
  readonly intervalMs: number
  readonly expiresAtMs: number
}

type State = CodeState | DeviceState
type StateDeps = Pick<Deps, 'sealer' | 'clock'>

export function sealState({ sealer }: StateDeps, state: State): string {
  return sealer.seal(JSON.stringify(state), purpose)
}

/** Throws request_invalid. */
export function openState<Kind extends State['kind']>(
  { sealer, clock }: StateDeps,
  kind: Kind,
  text: string,
): Extract<State, { kind: Kind }> {
  let state: State
  try {
    state = JSON.parse(sealer.open(text, purpose)) as State
  } catch (cause) {
    throw new ServiceError('request_invalid', 'this sign-in was not begun here', { cause })
  }
  if (state.kind !== kind) throw new ServiceError('request_invalid', 'this sign-in was not begun here')
  if (clock.nowMs() >= state.expiresAtMs)
    throw new ServiceError('request_invalid', 'this sign-in took too long: begin again')
  return state as Extract<State, { kind: Kind }>
}

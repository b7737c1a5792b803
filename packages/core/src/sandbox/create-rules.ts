/**
 * What may be asked for together when a sandbox is made. The shape was validated before; the first broken rule throws
 * request_invalid. The order is part of the interface.
 */
import type { components } from '@cay/contract/gen/control/api.js'
import { ServiceError } from '../errors.ts'
import { checkCreateTimeout } from './lifetime.ts'

type Schemas = components['schemas']
/** A validated body of either create route, with its defaults filled in. */
export type CreateWishes = Schemas['NewSandboxV2'] & { readonly secure: boolean }

export function checkCreate(wishes: CreateWishes, maxHours: number): void {
  checkCreateTimeout(wishes.timeout, maxHours)
  checkPauseMemory(wishes)
  checkPublicTraffic(wishes)
  checkIam(wishes.iam)
}

function checkPauseMemory({ autoPause, autoPauseMemory, autoResume }: CreateWishes): void {
  if (autoPauseMemory) return
  if (!autoPause) throw invalid('autoPauseMemory: false needs autoPause: true')
  if (autoResume?.enabled === true) {
    throw invalid(
      'autoPauseMemory: false cannot be combined with autoResume: nothing but memory is resumed by traffic',
    )
  }
}

function checkPublicTraffic({ network, secure }: CreateWishes): void {
  if (network?.allowPublicTraffic !== false || secure) return
  throw invalid(
    "You cannot create a sandbox without public access unless you enable secure envd access via 'secure' flag.",
  )
}

const iamTokensMax = 5
const iamTokenType = 'JWT-SVID'

function checkIam(iam: Schemas['SandboxIam'] | undefined): void {
  const tokens = Object.entries(iam?.tokens ?? {})
  if (tokens.length > iamTokensMax) throw invalid(`iam.tokens: at most ${iamTokensMax} tokens`)
  for (const [name, { audience, tokenType }] of tokens) {
    if (name === '') throw invalid('iam.tokens: a name is empty')
    if (audience === '') throw invalid(`iam.tokens.${name}.audience: must not be empty`)
    if (tokenType !== iamTokenType) throw invalid(`iam.tokens.${name}.tokenType: must be ${iamTokenType}`)
  }
}

function invalid(message: string): ServiceError {
  return new ServiceError('request_invalid', message)
}

/**
 * Rules on combinations of fields in a create request. The shape was validated before; the first violated rule throws
 * request_invalid. The order of the rules is part of the API.
 */
import type { components } from '@cay/contract/gen/control/api.js'
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '../errors.ts'
import { assertVariable } from '../process/environment.ts'
import { utf8Bytes } from '../text.ts'
import { checkCreateTimeout } from './lifetime.ts'

type Schemas = components['schemas']
/** A validated body of either create route, with defaults applied. */
export type CreateRequest = Schemas['NewSandboxV2'] & { readonly secure: boolean }

export function checkCreate(request: CreateRequest, maxHours: number): void {
  checkCreateTimeout(request.timeout, maxHours)
  checkPauseMemory(request)
  checkPublicTraffic(request)
  checkIam(request.iam)
  checkMetadata(request.metadata ?? {})
  checkEnvVars(request.envVars ?? {})
}

function checkPauseMemory({ autoPause, autoPauseMemory, autoResume }: CreateRequest): void {
  if (autoPauseMemory) return
  if (!autoPause) throw invalid('autoPauseMemory: false needs autoPause: true')
  if (autoResume?.enabled === true) {
    throw invalid(
      'autoPauseMemory: false cannot be combined with autoResume: nothing but memory is resumed by traffic',
    )
  }
}

function checkPublicTraffic({ network, secure }: CreateRequest): void {
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

function checkMetadata(metadata: Readonly<Record<string, string>>): void {
  const max = limits.sandboxMetadataBytesMax
  if (bytesOfAll(metadata) > max) throw invalid(`metadata: at most ${max} bytes in all`)
}

/** With an invalid variable, no command could start in the sandbox. */
function checkEnvVars(envVars: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(envVars)) {
    assertVariable(name, value)
    if (utf8Bytes(name) + utf8Bytes(value) > limits.envVarBytesMax)
      throw invalid(`envVars: at most ${limits.envVarBytesMax} bytes in one variable`)
  }
  const max = limits.envVarsBytesMax
  if (bytesOfAll(envVars) > max) throw invalid(`envVars: at most ${max} bytes in all`)
}

/** Of names and values. */
export function bytesOfAll(texts: Readonly<Record<string, string>>): number {
  return Object.entries(texts).reduce((sum, [name, value]) => sum + utf8Bytes(name) + utf8Bytes(value), 0)
}

function invalid(message: string): ServiceError {
  return new ServiceError('request_invalid', message)
}

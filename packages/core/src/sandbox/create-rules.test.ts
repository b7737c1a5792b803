import { expect, test } from 'vitest'
import { type CreateRequest, checkCreate } from './create-rules.ts'

const plain: CreateRequest = {
  templateID: 'base',
  timeout: 15,
  autoPause: false,
  autoPauseMemory: true,
  secure: true,
}
const maxHours = 24
const tokens = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`t${index}`, { audience: 'a', tokenType: 'JWT-SVID' }]),
  )

test('a plain request breaks no rule', () => {
  expect(() => checkCreate(plain, maxHours)).not.toThrow()
})

test.each<[string, Partial<CreateRequest>, string]>([
  ['no time to live', { timeout: 0 }, 'timeout must be greater than 0 seconds'],
  ['more than the longest life', { timeout: 24 * 3600 + 1 }, 'timeout cannot exceed 24 hours'],
  ['half an auto-pause', { autoPauseMemory: false }, 'autoPauseMemory: false needs autoPause: true'],
  [
    'auto-resume without memory',
    { autoPauseMemory: false, autoPause: true, autoResume: { enabled: true } },
    'autoPauseMemory: false cannot be combined with autoResume',
  ],
  [
    'no public traffic without secure',
    { secure: false, network: { allowPublicTraffic: false } },
    "You cannot create a sandbox without public access unless you enable secure envd access via 'secure' flag.",
  ],
  ['metadata without end', { metadata: { a: 'x'.repeat(64 * 1024) } }, 'metadata: at most 65536 bytes'],
  [
    'a variable too long for any program',
    { envVars: { A: 'ä'.repeat(60 * 1024) } },
    'envVars: at most 122880',
  ],
  [
    'variables too long for any program together',
    { envVars: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`V${i}`, 'x'.repeat(100_000)])) },
    'envVars: at most 1048576 bytes in all',
  ],
  [
    'a variable whose name ends early',
    { envVars: { 'A=B': 'c' } },
    'environment variable "A=B" cannot be set',
  ],
  ['a value that ends early', { envVars: { A: 'c\0d' } }, 'environment variable "A" cannot be set'],
  ['a variable without a name', { envVars: { '': 'x' } }, 'environment variable "" cannot be set'],
  ['six tokens', { iam: { tokens: tokens(6) } }, 'iam.tokens: at most 5 tokens'],
  [
    'a nameless token',
    { iam: { tokens: { '': { audience: 'a', tokenType: 'JWT-SVID' } } } },
    'iam.tokens: a name is empty',
  ],
  [
    'an empty audience',
    { iam: { tokens: { x: { audience: '', tokenType: 'JWT-SVID' } } } },
    'iam.tokens.x.audience: must not be empty',
  ],
  [
    'another token type',
    { iam: { tokens: { x: { audience: 'a', tokenType: 'JWT' } } } },
    'iam.tokens.x.tokenType: must be JWT-SVID',
  ],
])('%s is refused', (_, request, message) => {
  expect(() => checkCreate({ ...plain, ...request }, maxHours)).toThrow(message)
})

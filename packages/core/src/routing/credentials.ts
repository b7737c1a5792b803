/**
 * Strips credentials that open the control API or a private sandbox, so that code in a sandbox cannot learn them.
 * Clients send them by mistake, as a default header or in a cookie of another application. They are found by their
 * shape, plain or in base64, in any header. Bodies and URLs are not inspected: they are addressed to the server that
 * gets them.
 */
import { adminTokenPrefix, apiKeyPrefix, headers as names } from '@cay/contract/names.ts'

/** The value of a header without credentials; undefined when the header must be dropped. `name` is in lower case. */
export function stripCredentials(name: string, value: string): string | undefined {
  if (credentialHeaders.has(name) || containsCredential(name)) return undefined
  if (name === names.apiKey && controlKey.test(value)) return undefined
  if (name === 'authorization' && controlBearer.test(value)) return undefined
  if (!containsCredential(value)) return value
  return name === 'cookie' ? stripCookies(value) : undefined
}

const credentialHeaders: ReadonlySet<string> = new Set([
  names.adminToken,
  names.controlToken,
  names.trafficAccessToken,
])

/** Other keys in this header belong to the server in the sandbox. */
const controlKey = new RegExp(`^\\s*${apiKeyPrefix}`, 'i')

const controlBearer = new RegExp(`^\\s*bearer\\s+${apiKeyPrefix}`, 'i')

/** A prefix and a number of hexadecimal digits. */
const shapes = [
  { prefix: apiKeyPrefix, digits: 40 },
  { prefix: adminTokenPrefix, digits: 64 },
] as const

const plain = new RegExp(shapes.map(({ prefix, digits }) => `${prefix}[0-9a-f]{${digits}}`).join('|'), 'i')
const inBase64 = new RegExp(shapes.flatMap(({ prefix, digits }) => base64Patterns(prefix, digits)).join('|'))
const shortest = Math.min(...shapes.map(({ prefix, digits }) => prefix.length + digits))

function containsCredential(text: string): boolean {
  return text.length >= shortest && (plain.test(text) || inBase64.test(text))
}

function stripCookies(value: string): string | undefined {
  const kept = value.split(';').filter((cookie) => !containsCredential(cookie))
  return kept.length === 0 ? undefined : kept.join(';').trimStart()
}

/**
 * A pattern for the base64 encoding at each of the three byte offsets: the characters possible at each position that
 * the credential alone determines. So nothing has to be decoded.
 */
function base64Patterns(prefix: string, digits: number): string[] {
  const bytes = [...prefix, ...Array.from({ length: digits }, () => '0123456789abcdefABCDEF')]
  return [0, 1, 2].map((before) => {
    let pattern = ''
    for (let bit = (6 - ((before * 8) % 6)) % 6; bit + 6 <= bytes.length * 8; bit += 6) {
      pattern += `[${charactersAt(bit % 8, bytes[bit >> 3] ?? '', bytes[(bit + 5) >> 3] ?? '')}]`
    }
    return pattern
  })
}

/** The characters for six bits from `offset` on in two bytes, each of which is one of several. */
function charactersAt(offset: number, first: string, second: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const characters = new Set<string>()
  for (const high of first) {
    for (const low of second) {
      const bits = (high.charCodeAt(0) << 8) | low.charCodeAt(0)
      characters.add(alphabet[(bits >> (10 - offset)) & 0x3f] ?? '')
    }
  }
  return [...characters].join('')
}

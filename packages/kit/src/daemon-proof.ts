/**
 * How a daemon proves to the node that it knows the control token of its sandbox, before the node sends this or any other
 * secret on a connection. It signs a nonce of the node, and the address from which it sees the connection come: a program
 * that answers in its place and passes the nonce on to it connects from another address.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const nonceBytes = 32
const noncePattern = new RegExp(`^[0-9a-f]{${2 * nonceBytes}}$`)

export interface ProofQuestion {
  readonly nonce: string
  /** The node's end of the connection. */
  readonly address: string
  readonly port: number
}

export function makeNonce(): string {
  return randomBytes(nonceBytes).toString('hex')
}

export function isNonce(text: string): boolean {
  return noncePattern.test(text)
}

export function daemonProof(controlToken: string, { nonce, address, port }: ProofQuestion): string {
  // A socket of both families has IPv4 addresses in this form.
  const plain = address.replace(/^::ffff:/, '')
  const text = ['cay daemon proof', nonce, plain, String(port)].join('\n')
  return createHmac('sha256', controlToken).update(text).digest('hex')
}

export function isDaemonProof(given: string, controlToken: string, question: ProofQuestion): boolean {
  const expected = Buffer.from(daemonProof(controlToken, question))
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

/**
 * Begins the control tokens of daemons that can prove this. The node chooses it with the first token that it gives to a
 * daemon, and every later token of the same memory has it too: so it is known of a paused sandbox or a snapshot whether
 * its daemon, which may be older than the node, has to prove anything, whatever that daemon says.
 */
const provablePrefix = 'provable-'

export function isProvable(controlToken: string): boolean {
  return controlToken.startsWith(provablePrefix)
}

export function asProvable(controlToken: string): string {
  return isProvable(controlToken) ? controlToken : `${provablePrefix}${controlToken}`
}

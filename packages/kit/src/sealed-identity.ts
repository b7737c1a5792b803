/**
 * How the node gives a daemon its next identity without asking for a proof first, which would cost each create a round trip:
 * encrypted with a key of the control token that the daemon has. Whatever answers in its place cannot read it. A mark
 * in the header shows that the caller knows the token, before the daemon reads the body.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const markPattern = new RegExp(`^([0-9a-f]{${2 * nonceBytes}})\\.([0-9a-f]{64})$`)

export interface SealedText {
  /** For a header. */
  readonly mark: string
  readonly body: Buffer
}

export function seal(controlToken: string, text: string): SealedText {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(controlToken), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { mark: `${nonce.toString('hex')}.${signatureOf(controlToken, nonce)}`, body }
}

export function isMarkOf(controlToken: string, mark: string): boolean {
  const [, nonce = '', signature = ''] = markPattern.exec(mark) ?? []
  return isSame(signature, signatureOf(controlToken, Buffer.from(nonce, 'hex')))
}

/** Undefined if it was sealed with another token, or altered. */
export function unseal(controlToken: string, { mark, body }: SealedText): Buffer | undefined {
  if (!isMarkOf(controlToken, mark) || body.length < tagBytes) return undefined
  const nonce = Buffer.from(mark.slice(0, 2 * nonceBytes), 'hex')
  const decipher = createDecipheriv(algorithm, keyOf(controlToken), nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(body.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}

/** What a daemon that has read it responds with. */
export function receiptOf(controlToken: string, mark: string): string {
  return createHmac('sha256', controlToken).update(`cay identity taken\n${mark}`).digest('hex')
}

export function isReceiptOf(controlToken: string, mark: string, given: string): boolean {
  return isSame(given, receiptOf(controlToken, mark))
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function keyOf(controlToken: string): Buffer {
  return createHmac('sha256', controlToken).update('cay sealed identity').digest()
}

function signatureOf(controlToken: string, nonce: Buffer): string {
  return createHmac('sha256', controlToken).update('cay sealed mark\n').update(nonce).digest('hex')
}

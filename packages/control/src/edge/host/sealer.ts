import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import type { Sealer } from '../../ports/host.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const version = 'v1.'
const digestKeyBytes = 32

/** Takes a 32-byte key. A text decrypts only with the purpose that it was encrypted for. */
export function makeSealer(key: Uint8Array): Sealer {
  const digestKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'cay digest', digestKeyBytes)))
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return version + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, purpose) {
      if (!sealed.startsWith(version)) throw new Error('it was not sealed here')
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]
      return Buffer.concat(text).toString('utf8')
    },
    digest: (text, purpose) =>
      createHmac('sha256', digestKey)
        .update(JSON.stringify([purpose, text]))
        .digest('base64url'),
  }
}

/** What is derived from the key of an artifact, once for each transfer. */
import { hkdfSync } from 'node:crypto'
import type { FrameKeys } from '../ports/frame-workers.ts'

const artifactKeyBytes = 32

/** `key`: 32 random bytes that no other artifact has. */
export function deriveFrameKeys(key: Uint8Array): FrameKeys {
  if (key.length !== artifactKeyBytes) throw new TypeError(`an artifact key has ${artifactKeyBytes} bytes`)
  return { seal: derive(key, 'cay seal 1'), nonce: derive(key, 'cay nonce 1') }
}

const derive = (key: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, artifactKeyBytes))

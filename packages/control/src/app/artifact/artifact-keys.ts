/** Keys of artifacts, and their names in the object store. Deleting the encrypted key makes every copy unreadable. */
import { artifactKey } from '@cay/blobs/dialect/object-keys.ts'
import type { Attempt, StoredArtifact } from '../../ports/artifact.ts'
import type { Sealer } from '../../ports/host.ts'

export const keyBytes = 32

/** What a key is encrypted for: that of one attempt opens no other. */
export function keyPurpose({ artifactId, attempt }: Attempt): string {
  return `artifact key ${artifactId} ${attempt}`
}

export function artifactKeyOpener(sealer: Sealer): (artifact: StoredArtifact) => Uint8Array {
  return (artifact) => Buffer.from(sealer.open(artifact.sealedKey, keyPurpose(artifact)), 'hex')
}

export function recordPurpose(artifactId: string): string {
  return `artifact record ${artifactId}`
}

/** The id that the transfer knows it by: attempts share no object. */
export function transferId({ artifactId, attempt }: Attempt): string {
  return `${artifactId}-${attempt}`
}

export function objectName(attempt: Attempt, number: number): string {
  return artifactKey(transferId(attempt), number)
}

/** Objects of artifacts for a node, which has no credentials: each attempt is made with a link of its own. */
import type { ObjectAccess, ObjectLinks } from '../ports/object-access.ts'
import type { PresignedClient } from '../ports/presigned.ts'
import { type RetryPolicy, withRetries } from './retry-policy.ts'

export interface LinkedAccessDeps {
  readonly links: ObjectLinks
  readonly client: PresignedClient
  readonly retryPolicy: RetryPolicy
}

export function linkedAccess({ links, client, retryPolicy }: LinkedAccessDeps): ObjectAccess {
  return {
    put: (key, body, signal) => {
      const { bytes, sha256 } = body
      const attempt = async () => {
        const link = await links.linkPut(key, { bytes, sha256 }, signal)
        if (link === 'present') return link
        await client.put(link, body, signal)
        return 'sent'
      }
      return withRetries(retryPolicy, attempt, signal)
    },
    get: (key, range, signal) => {
      const attempt = async () => client.get(await links.linkGet(key, signal), range, signal)
      return withRetries(retryPolicy, attempt, signal)
    },
  }
}

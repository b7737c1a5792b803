import { headers as names } from '@cay/contract/names.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import { headerValue } from '@cay/core/routing/raw-headers.ts'
import type { AuthorizedRequest } from '../../ports/cluster.ts'
import type { Downstream } from './downstream.ts'

/** What whoever resumes a sandbox must know of the request that it is resumed for. */
export function authorizedRequest(
  { request: { rawHeaders } }: Downstream,
  { sandboxId, port }: Destination,
): AuthorizedRequest {
  const accessToken = headerValue(rawHeaders, names.accessToken) ?? ''
  const trafficToken = headerValue(rawHeaders, names.trafficAccessToken) ?? ''
  return { sandboxId, port, accessToken, trafficToken }
}

/** Ingress settings of a sandbox, as in its create request. */
import { ServiceError } from '../errors.ts'
import type { CreateRequest } from './create-rules.ts'

export interface IngressSpec {
  /** Requests require the traffic token. */
  readonly isPrivate: boolean
  /** The Host header that servers get; empty for the client's own. */
  readonly maskRequestHost: string
  /** Ports whose servers use TLS. */
  readonly httpsPorts: readonly number[]
}

/** Null when the request has no ingress settings. Throws request_invalid. */
export function ingressSpec(network: CreateRequest['network']): IngressSpec | null {
  const isPrivate = network?.allowPublicTraffic === false
  const maskRequestHost = network?.maskRequestHost ?? ''
  const httpsPorts = [...new Set(network?.httpsPorts ?? [])]
  if (!isPrivate && maskRequestHost === '' && httpsPorts.length === 0) return null
  if (maskRequestHost !== '') checkMask(maskRequestHost)
  return { isPrivate, maskRequestHost, httpsPorts }
}

const portPlaceholder = /\$\{PORT\}/g
const shapeOfLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const hostLengthMax = 253
const portMax = 65_535

function checkMask(mask: string): void {
  if ([...mask].some((character) => character > '\x7f')) {
    throw new ServiceError('request_invalid', `network.maskRequestHost: '${mask}' is not ASCII`)
  }
  const [host = '', port, ...more] = mask.replace(portPlaceholder, '1').split(':')
  const isHost = host.length <= hostLengthMax && host.split('.').every((label) => shapeOfLabel.test(label))
  const isPort =
    port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= portMax)
  if (!isHost || !isPort || more.length > 0) {
    throw new ServiceError('request_invalid', `network.maskRequestHost: '${mask}' is not a valid host mask`)
  }
}

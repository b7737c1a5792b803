/** A connection to the store that failed, as one sentence that names the setting to change. */
import { BlobError } from '../ports/blob-error.ts'

/** `code`: of the system or of the TLS library. `hostOf`: for people, as "host of CAY_BLOBS_URL". */
export function explainConnectionError(code: string | undefined, host: string, cause: unknown): BlobError {
  const certificate = certificateFaults[code ?? '']
  if (certificate !== undefined)
    return new BlobError('tls', `the certificate of ${host} in CAY_BLOBS_URL ${certificate}`, { cause })
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_') === true)
    return new BlobError(
      'tls',
      `${host} in CAY_BLOBS_URL speaks no TLS (${code}): add tls=off for plain HTTP`,
      { cause },
    )
  if (code?.startsWith('HPE_') === true)
    return new BlobError(
      'unexpected',
      `${host} in CAY_BLOBS_URL answers no HTTP; without tls=off, TLS is used`,
      { cause },
    )
  const why = connectionFaults[code ?? ''] ?? `the connection failed (${code ?? 'unknown error'})`
  return new BlobError('unreachable', `the store at ${host} cannot be reached: ${why}`, { cause })
}

const untrusted = 'is not trusted: set CAY_BLOBS_CA_FILE to a file with its authority in PEM'

const certificateFaults: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet, or the clock of this machine is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
}

const connectionFaults: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not resolve; check CAY_BLOBS_URL',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ECONNREFUSED: 'nothing listens there; check the host and the port in CAY_BLOBS_URL',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
}

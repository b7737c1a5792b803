import { otherFilesMax } from '@cay/kit/open-files-required.ts'
import { bounds } from '../../bounds.ts'

export interface ConnectionLimits {
  readonly plain: number
  readonly tls: number
}

/**
 * How many connections the listeners take, so that files are left for connections to sandboxes: each plain one needs two
 * files, and each one of TLS another two.
 */
export function connectionLimits({
  openFiles,
  hasTls,
}: {
  readonly openFiles: number
  readonly hasTls: boolean
}): ConnectionLimits {
  const { clientConnectionsMax, tlsConnectionsMax } = bounds
  const files = openFiles - Math.min(otherFilesMax, Math.floor(openFiles / 2))
  const tlsParts = hasTls ? tlsConnectionsMax / clientConnectionsMax : 0
  const plain = Math.min(clientConnectionsMax, Math.floor(files / (2 * (1 + tlsParts))))
  return { plain, tls: Math.floor((plain * tlsConnectionsMax) / clientConnectionsMax) }
}

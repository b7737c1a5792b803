/**
 * The certificate by which this proxy and those of other nodes know each other. The agent of the node writes the files
 * and renews them; here they are read again whenever they have changed.
 */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { proxyNodeId } from '@cay/core/routing/hop-header.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../bounds.ts'
import type { EdgeIdentity } from '../ports/cluster.ts'

export interface IdentityFiles {
  /** Undefined until there are files. */
  current(): EdgeIdentity | undefined
  stop(): void
}

/** Calls back with each new identity, the first one included. While a file is invalid, the previous identity stays. */
export async function followIdentity(
  directory: string,
  { log, onChange }: { readonly log: Logger; readonly onChange: (identity: EdgeIdentity) => void },
): Promise<IdentityFiles> {
  let current: EdgeIdentity | undefined
  let content = ''
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const poll = async () => {
    try {
      const texts = await readFiles(directory)
      const read = texts === undefined ? '' : JSON.stringify(texts)
      if (texts !== undefined && read !== content) {
        current = parseIdentity(texts)
        content = read
        onChange(current)
        log.info({ event: 'identity.loaded', nodeID: current.nodeId }, 'loaded the certificate of this node')
      }
    } catch (error) {
      log.error({ event: 'identity.failed', err: error }, 'failed to load the certificate of this node')
    }
    const afterMs = current === undefined ? bounds.identityMissingMs : bounds.identityCheckMs
    if (!isStopped) timer = setTimeout(() => void poll(), afterMs).unref()
  }
  await poll()
  return {
    current: () => current,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

interface IdentityTexts {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

/** Undefined while they were not written yet. */
async function readFiles(directory: string): Promise<IdentityTexts | undefined> {
  try {
    const [cert, key, ca] = await Promise.all(
      ['cert.pem', 'key.pem', 'ca.pem'].map((name) => readFile(`${directory}/${name}`, 'utf8')),
    )
    return { cert: cert ?? '', key: key ?? '', ca: ca ?? '' }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Throws when the files do not fit together, or are not a proxy's. */
function parseIdentity({ cert, key, ca }: IdentityTexts): EdgeIdentity {
  const nodeId = proxyNodeId(new X509Certificate(cert).subjectAltName)
  if (nodeId === undefined) throw new Error('the certificate names no node whose proxy it is for')
  const credentials = { cert, key, ca, ciphers, minVersion: 'TLSv1.3' } as const
  return { nodeId, credentials, secureContext: createSecureContext(credentials) }
}

/** The fastest of TLS 1.3 on machines with AES instructions. */
const ciphers = 'TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256'

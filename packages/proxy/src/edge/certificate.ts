/**
 * The server certificate for TLS clients: files of the operator, or a wildcard certificate issued by the
 * installation's own CA.
 */
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import { ensureTlsAuthority } from '@cay/kit/certificates/authority-files.ts'
import { type Certified, openIssuer } from '@cay/kit/certificates/issue.ts'
import { bounds } from '../bounds.ts'
import type { TlsConfig } from '../config.ts'

/** Read or issued at each call. Throws when a file cannot be read or holds no certificate. */
export async function findCertificate(config: TlsConfig): Promise<SecureContext> {
  const { certificate, key } = await (config.files === undefined ? issue(config) : readFiles(config.files))
  return createSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2' })
}

/** Covers the domain and all names directly below it: the API and every sandbox. */
async function issue({ authorityDirectory, domain }: TlsConfig): Promise<Certified> {
  const authority = await ensureTlsAuthority(authorityDirectory)
  const issuer = await openIssuer(authority)
  const leaf = await issuer.issue({
    names: [domain, `*.${domain}`],
    nowMs: Date.now(),
    days: bounds.certificateDays,
  })
  return { ...leaf, certificate: `${leaf.certificate}\n${authority.certificate}` }
}

async function readFiles(files: NonNullable<TlsConfig['files']>): Promise<Certified> {
  const [certificate, key] = await Promise.all([
    readFile(files.certificate, 'utf8'),
    readFile(files.key, 'utf8'),
  ])
  return { certificate, key }
}

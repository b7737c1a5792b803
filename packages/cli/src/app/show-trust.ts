import { X509Certificate } from 'node:crypto'
import { authorityCertificateFile, ensureTlsAuthority } from '@cay/kit/certificates/authority-files.ts'
import { renderTrust } from '../dialect/trust.ts'

/** The authority is made when there is none, so that it can be trusted before the first start. */
export async function showTrust(directory: string, { pem }: { readonly pem: boolean }): Promise<string> {
  const { certificate } = await ensureTlsAuthority(directory)
  if (pem) return certificate.trimEnd()
  const { fingerprint256 } = new X509Certificate(certificate)
  return renderTrust({ file: authorityCertificateFile(directory), fingerprint: fingerprint256 })
}

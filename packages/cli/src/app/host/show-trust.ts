import { X509Certificate } from 'node:crypto'
import { authorityCertificateFile, ensureTlsAuthority } from '@cay/kit/certificates/authority-files.ts'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { renderTrust } from '../../dialect/service/trust.ts'
import type { Installation } from '../../installation.ts'
import type { ReadUpRecord } from '../../ports/supervisor.ts'

/**
 * The authority is made when there is none, so that it can be trusted before the first start. Throws where the installation
 * has no use for one.
 */
export async function showTrust(
  installation: Installation,
  { pem, readRecord }: { readonly pem: boolean; readonly readRecord: ReadUpRecord },
): Promise<string> {
  const { settings, layout } = installation
  if (settings.tls === 'files')
    throw new Error(
      'CAY_TLS=files: clients are shown the certificate in CAY_TLS_CERT_FILE, and have to trust whoever issued it',
    )
  if (settings.tls === 'off' && !(await speaksTls(installation, readRecord)))
    throw new Error(
      'TLS is off, so there is no certificate to trust: start Cay with `cay up --domain NAME`, or set CAY_DOMAIN and CAY_TLS=auto',
    )
  const { certificate } = await ensureTlsAuthority(layout.tlsAuthority)
  if (pem) return certificate.trimEnd()
  const { fingerprint256 } = new X509Certificate(certificate)
  return renderTrust({ file: authorityCertificateFile(layout.tlsAuthority), fingerprint: fingerprint256 })
}

/** The process that started it may have had other settings. */
async function speaksTls({ layout }: Installation, readRecord: ReadUpRecord): Promise<boolean> {
  const record = await readRecord(layout.supervisorFile)
  return record !== undefined && isAlive(record.supervisor) && record.listening.tls !== undefined
}

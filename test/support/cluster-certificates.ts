/** Certificates as a cluster gives them to the proxies of its nodes, and such as an attacker might have. */
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { renderMemberUri } from '@cay/core/cluster/member-uri.ts'
import * as x509 from '@peculiar/x509'

export interface TestAuthority {
  readonly pem: string
  /** The URIs among its alternative names; a leaf for clients and servers. */
  issue(uris: readonly string[], options?: LeafOptions): Promise<{ cert: string; key: string }>
}

interface LeafOptions {
  readonly isForServersOnly?: boolean
  /** From now; below zero: it has expired. */
  readonly minutes?: number
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
let serials = 0

export async function makeTestAuthority(name: string): Promise<TestAuthority> {
  const keys = await makeKeys()
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    serialNumber: '01',
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  return {
    pem: root.toString('pem'),
    async issue(uris, { isForServersOnly = false, minutes = 60 } = {}) {
      const { serverAuth, clientAuth } = x509.ExtendedKeyUsage
      const uses = isForServersOnly ? [serverAuth] : [serverAuth, clientAuth]
      const leafKeys = await makeKeys()
      serials += 1
      const leaf = await x509.X509CertificateGenerator.create({
        serialNumber: `01${serials.toString(16).padStart(8, '0')}`,
        subject: `CN=node ${serials}`,
        issuer: root.subjectName.toJSON(),
        notBefore: new Date(Date.now() - 86_400_000),
        notAfter: new Date(Date.now() + minutes * 60_000),
        signingKey: keys.privateKey,
        publicKey: leafKeys.publicKey,
        signingAlgorithm: algorithm,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.ExtendedKeyUsageExtension(uses),
          new x509.SubjectAlternativeNameExtension(uris.map((value) => ({ type: 'url', value }))),
        ],
      })
      const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey)).toString(
        'base64',
      )
      return {
        cert: leaf.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
      }
    },
  }
}

export const proxyUri = (nodeId: string) => renderMemberUri({ kind: 'proxy', nodeId })

/** As the agent of a node writes them. */
export function writeIdentity(directory: string, files: { cert: string; key: string; ca: string }): void {
  mkdirSync(directory, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(`${directory}/${name}.pem`, text)
}

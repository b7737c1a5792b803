/**
 * Certificates of the members of a cluster: a node makes its keys itself and sends a request; the cluster's authority signs it for
 * the member that the caller is, whatever the request says of names.
 */
import { createHash, createPublicKey, webcrypto, X509Certificate } from 'node:crypto'
import { type Member, parseMemberUri, renderMemberUri } from '@cay/core/cluster/member-uri.ts'
import {
  algorithm,
  type Certified,
  exportKey,
  importKey,
  lifeOf,
  loadLibrary,
  makeKeys,
  makeSerial,
} from './issue.ts'

/** Nodes fetch another one at two thirds of it. */
export const memberCertificateDays = 1

/** Both PEM. */
export interface CertificateRequest {
  readonly request: string
  readonly key: string
}

export async function makeCertificateRequest(): Promise<CertificateRequest> {
  const key = await exportKey((await makeKeys()).privateKey)
  return { request: await makeRequestFor(key), key }
}

/** A request for a key that exists, in PEM. */
export async function makeRequestFor(key: string): Promise<string> {
  const x509 = await loadLibrary()
  const privateKey = await importKey(key)
  const publicKey = await importPublicKey(createPublicKey(key).export({ type: 'spki', format: 'der' }))
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    keys: { privateKey, publicKey },
    signingAlgorithm: algorithm,
  })
  return request.toString('pem')
}

export interface MemberIssuer {
  /** The authority's certificate, PEM. */
  readonly authority: string
  /** Throws when the request is none, or was not made by whoever has its key. */
  issue(request: string, member: Member, nowMs: number): Promise<MemberCertificate>
}

export interface MemberCertificate {
  /** PEM. */
  readonly certificate: string
  /** In hex, lower case. */
  readonly serial: string
}

export class BadRequestError extends Error {
  override name = 'BadRequestError'
}

export async function openMemberIssuer(authority: Certified): Promise<MemberIssuer> {
  const x509 = await loadLibrary()
  const issuer = new x509.X509Certificate(authority.certificate)
  const signingKey = await importKey(authority.key)
  return {
    authority: authority.certificate,
    async issue(request, member, nowMs) {
      const publicKey = await readRequest(request)
      const serialNumber = makeSerial()
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber,
        subject: [{ CN: [member.kind] }, { O: ['Cay'] }],
        issuer: issuer.subjectName.toJSON(),
        ...lifeOf(nowMs, memberCertificateDays),
        signingKey,
        publicKey,
        signingAlgorithm: algorithm,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension(usagesOf(member).map((usage) => x509.ExtendedKeyUsage[usage])),
          new x509.SubjectAlternativeNameExtension([{ type: 'url', value: renderMemberUri(member) }]),
          await x509.SubjectKeyIdentifierExtension.create(publicKey),
          await x509.AuthorityKeyIdentifierExtension.create(issuer),
        ],
      })
      return { certificate: certificate.toString('pem'), serial: serialNumber }
    },
  }
}

/** A node dials and is never dialled; control is dialled; proxies do both. */
function usagesOf({ kind }: Member): readonly ('clientAuth' | 'serverAuth')[] {
  if (kind === 'node') return ['clientAuth']
  return kind === 'control' ? ['serverAuth'] : ['clientAuth', 'serverAuth']
}

function importPublicKey(spki: Buffer): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify'])
}

/** The public key of a request (DER); throws BadRequestError. */
export async function keyOfRequest(request: string): Promise<Buffer> {
  return Buffer.from((await readRequest(request)).rawData)
}

async function readRequest(text: string) {
  const x509 = await loadLibrary()
  try {
    const request = new x509.Pkcs10CertificateRequest(text)
    if (await request.verify()) return request.publicKey
  } catch (cause) {
    throw new BadRequestError('it is no certificate request', { cause })
  }
  throw new BadRequestError('the certificate request is not signed with its own key')
}

/** The member that a certificate is of, and its serial in hex. Undefined for a certificate of anything else. */
export function readMember(
  certificate: X509Certificate | undefined,
): (Member & { readonly serial: string }) | undefined {
  const [, uri] = /^URI:(\S+)$/.exec(certificate?.subjectAltName ?? '') ?? []
  const member = uri === undefined ? undefined : parseMemberUri(uri)
  if (certificate === undefined || member === undefined) return undefined
  return { ...member, serial: certificate.serialNumber.toLowerCase() }
}

/** SHA-256 of the certificate, in hex, as tokens pin it. */
export function fingerprintOf(certificate: string): string {
  return createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex')
}

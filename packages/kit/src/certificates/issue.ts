/**
 * Certificates that an installation makes for itself: authorities, and what they vouch for. All keys are on P-256. The
 * library is big, so it is loaded when the first certificate is made.
 */
import { randomBytes, webcrypto } from 'node:crypto'

/** A certificate and its private key (PKCS #8), both PEM. */
export interface Certified {
  readonly certificate: string
  readonly key: string
}

/** An authority that is ready to sign: reading its key is a step of its own. */
export interface Issuer {
  /** The authority's certificate, PEM. */
  readonly certificate: string
  issue(order: LeafRequest): Promise<Certified>
}

export interface LeafRequest {
  /** DNS names; a wildcard is a name here. The first one is the subject, too. */
  readonly names: readonly string[]
  readonly nowMs: number
  readonly days: number
}

export const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const dayMs = 86_400_000
/** Clocks in sandboxes and of peers may be behind. */
const allowedLagMs = dayMs
const serialBytes = 16
/** A common name is at most 64 characters. */
const commonNameLengthMax = 64

/** Longer than any installation is meant to live. */
const authorityDays = 20 * 365

/** For the installation itself. */
export function makeOwnAuthority(name: string, nowMs: number): Promise<Certified> {
  return makeAuthority(name, { nowMs, days: authorityDays })
}

/** A new authority under that name, which vouches for servers and nothing else. */
export async function makeAuthority(
  name: string,
  { nowMs, days }: Omit<LeafRequest, 'names'>,
): Promise<Certified> {
  const x509 = await loadLibrary()
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: makeSerial(),
    name: [{ CN: [name] }, { O: ['Cay'] }],
    ...lifeOf(nowMs, days),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) }
}

/** Throws when the two are not an authority's. All its leaves have one key, which is in this process only. */
export async function openIssuer(authority: Certified): Promise<Issuer> {
  const x509 = await loadLibrary()
  const issuer = new x509.X509Certificate(authority.certificate)
  const [signingKey, keys] = await Promise.all([importKey(authority.key), makeKeys()])
  const key = await exportKey(keys.privateKey)
  const fixed = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(issuer),
  ]
  return {
    certificate: authority.certificate,
    async issue({ names, nowMs, days }) {
      const [subject = ''] = names
      const leaf = await x509.X509CertificateGenerator.create({
        serialNumber: makeSerial(),
        subject: subject.length <= commonNameLengthMax ? [{ CN: [subject] }] : [{ O: ['Cay'] }],
        issuer: issuer.subjectName.toJSON(),
        ...lifeOf(nowMs, days),
        signingKey,
        publicKey: keys.publicKey,
        signingAlgorithm: algorithm,
        extensions: [
          ...fixed,
          new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value }))),
        ],
      })
      return { certificate: leaf.toString('pem'), key }
    },
  }
}

export async function loadLibrary() {
  // The library's container of parts needs it, and does not bring it.
  await import('reflect-metadata')
  return await import('@peculiar/x509')
}

export function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

export async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  const lines = bytes.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  return `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`
}

export async function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const bytes = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  return await webcrypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign'])
}

/** Positive, as a certificate's must be. */
export function makeSerial(): string {
  return `01${randomBytes(serialBytes).toString('hex')}`
}

export function lifeOf(nowMs: number, days: number) {
  return { notBefore: new Date(nowMs - allowedLagMs), notAfter: new Date(nowMs + days * dayMs) }
}

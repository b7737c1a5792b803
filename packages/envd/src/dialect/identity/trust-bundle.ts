/** Certificates as text: PEM blocks, and bundles in which many blocks follow each other. */

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** Returns the PEM blocks of a text, each without surrounding text. */
export function pemBlocks(text: string): string[] {
  return text.match(block) ?? []
}

/** Returns a bundle without the certificates that were added before, and with the wanted ones once, at its end. */
export function withCertificates(
  bundle: string,
  before: readonly string[],
  wanted: readonly string[],
): string {
  const ours = new Set([...before, ...wanted].map(bare))
  const others = bundle.replace(new RegExp(`${block.source}\\n?`, 'g'), (found) =>
    ours.has(bare(found)) ? '' : found,
  )
  const separator = others === '' || others.endsWith('\n') ? '' : '\n'
  return `${others}${separator}${joined(wanted)}`
}

export function joined(certificates: readonly string[]): string {
  return certificates.map((certificate) => `${certificate}\n`).join('')
}

function bare(certificate: string): string {
  return certificate.replace(/\s/g, '')
}

/** Certificates as text: PEM blocks, and files in which many of them stand one after another. */

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** The blocks of a text, each without anything around it. */
export function pemBlocks(text: string): string[] {
  return text.match(block) ?? []
}

/** A bundle without the ones that were added before, and with those that are wanted, at its end and once. */
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

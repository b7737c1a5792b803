/** Authorities that an operator trusts beside those that the node trusts: a setting with the path of a file. */
import { readFileSync } from 'node:fs'
import type { Setting } from '../settings.ts'

const certificateBlocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in the file, each in PEM; none when the variable is not set. */
export const certificatesFile: Setting<readonly string[]> = {
  fallback: [],
  allowed: 'a file with certificates in PEM',
  parse: (path) => {
    const certificates = readFileOrNothing(path).match(certificateBlocks) ?? []
    return certificates.length === 0 ? undefined : certificates
  },
}

function readFileOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Whatever the reason is, there are no certificates in it.
    return ''
  }
}

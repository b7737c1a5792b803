/**
 * Certificates that programs of the sandbox are to trust beside those of the image: in the bundle that nearly all of them
 * read, and where Debian's `update-ca-certificates` finds them when it makes that bundle anew.
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { joined, pemBlocks, withCertificates } from '../dialect/trust-bundle.ts'
import type { TrustStore } from '../ports.ts'

export interface TrustPlaces {
  readonly bundle: string
  /** Of the machine's own certificates, one to a file. */
  readonly localDirectory: string
  /** All of ours in one file, for programs that add to a list of their own. */
  readonly additions: string
}

const ownName = /^cay-\d+\.crt$/

export function createTrustStore({ bundle, localDirectory, additions }: TrustPlaces): TrustStore {
  return {
    trust: (certificates) => {
      const wanted = certificates.flatMap(pemBlocks)
      const before = pemBlocks(textOf(additions))
      const old = textOf(bundle)
      const next = withCertificates(old, before, wanted)
      if (next === old && joined(before) === joined(wanted)) return
      replace(bundle, next)
      for (const name of namesIn(localDirectory)) {
        if (ownName.test(name)) rmSync(`${localDirectory}/${name}`, { recursive: true, force: true })
      }
      for (const [index, certificate] of wanted.entries()) {
        replace(`${localDirectory}/cay-${index + 1}.crt`, `${certificate}\n`)
      }
      replace(additions, joined(wanted))
    },
  }
}

/** Made anew and renamed: the directory may be one that users can write to, and what they put there is not followed. */
function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const made = `${path}.cay-new`
  rmSync(made, { recursive: true, force: true })
  writeFileSync(made, text, { flag: 'wx', mode: 0o644 })
  renameSync(made, path)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // An image may have none.
    return ''
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    // As above.
    return []
  }
}

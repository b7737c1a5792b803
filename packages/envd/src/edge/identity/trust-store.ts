/**
 * Installs certificates that programs of the sandbox trust in addition to those of the image: in the bundle that the
 * sandbox's variables name, in the bundles that the image has at other paths, and in the directories from which the
 * image's own tools rebuild those bundles.
 */

import { lstatSync, mkdirSync, readdirSync, rmSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { joined, pemBlocks, withCertificates } from '../../dialect/identity/trust-bundle.ts'
import type { TrustStore } from '../../ports/identity.ts'
import { appendToFile, replaceFile, textOfFile } from '../filesystem/regular-file.ts'

export interface TrustPaths {
  /** Always created; if the image has none, it starts with the content of the image's first other bundle. */
  readonly bundle: string
  /** Updated if the image has them. Symbolic links among them point to bundles that are updated elsewhere. */
  readonly otherBundles: readonly string[]
  /** The directory of local certificates, one per file. */
  readonly localDirectory: string
  /** The same directories of other tools, used if the image has them. */
  readonly otherLocalDirectories: readonly string[]
  /** A file with only the sandbox's certificates, for programs that add to a built-in list. */
  readonly additions: string
}

const newline = 0x0a
const ownName = /^cay-\d+\.crt$/

export function createTrustStore(paths: TrustPaths): TrustStore {
  const { bundle, otherBundles, additions } = paths
  const looked = [bundle, ...otherBundles, additions]
  /**
   * The certificates installed last and the resulting state of the files: bundles are long, and every restore
   * requests the same certificates.
   */
  let settled: { readonly text: string; readonly states: string } | undefined
  return {
    trust: (certificates) => {
      const wanted = certificates.flatMap(pemBlocks)
      const text = joined(wanted)
      if (settled?.text === text && settled.states === statesOf(looked)) return
      put(paths, wanted)
      settled = { text, states: statesOf(looked) }
    },
  }
}

function put(paths: TrustPaths, wanted: readonly string[]): void {
  const { bundle, otherBundles, localDirectory, otherLocalDirectories, additions } = paths
  const known = textOf(additions)
  if (known === undefined && wanted.length === 0) return
  const before = pemBlocks(known ?? '')
  const bundles = [bundle, ...otherBundles.filter((path) => statsOf(path)?.isFile() === true)]
  // If no earlier certificate has to be removed, the bundle need not be read.
  const changes = bundles.map(
    (path) =>
      (known === undefined && append(path, wanted)) || rewrite(path, { before, wanted, otherBundles }),
  )
  if (!changes.includes(true) && joined(before) === joined(wanted)) return
  const others = otherLocalDirectories.filter((path) => statsOf(path)?.isDirectory() === true)
  for (const directory of [localDirectory, ...others]) putLocal(directory, wanted)
  replace(additions, joined(wanted))
}

/** Returns false if the file does not exist. */
function append(path: string, wanted: readonly string[]): boolean {
  return appendToFile(path, (lastByte) => {
    const separator = lastByte === undefined || lastByte === newline ? '' : '\n'
    return Buffer.from(`${separator}${joined(wanted)}`, coding)
  })
}

interface Rewrite {
  readonly before: readonly string[]
  readonly wanted: readonly string[]
  readonly otherBundles: readonly string[]
}

/** Returns whether the bundle was changed. */
function rewrite(path: string, { before, wanted, otherBundles }: Rewrite): boolean {
  const old = textOf(path)
  const next = withCertificates(old ?? firstText(otherBundles), before, wanted)
  if (next === (old ?? '')) return false
  replace(path, next)
  return true
}

/** The sizes and last modification times of all files. */
function statesOf(paths: readonly string[]): string {
  return paths.map((path) => stateOf(statsOf(path))).join()
}

function stateOf(stats: Stats | undefined): string {
  return stats === undefined ? '' : `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`
}

function putLocal(directory: string, wanted: readonly string[]): void {
  for (const name of namesIn(directory)) {
    if (ownName.test(name)) rmSync(`${directory}/${name}`, { recursive: true, force: true })
  }
  for (const [index, certificate] of wanted.entries()) {
    replace(`${directory}/cay-${index + 1}.crt`, `${certificate}\n`)
  }
}

function firstText(paths: readonly string[]): string {
  for (const path of paths) {
    const text = textOf(path)
    if (text !== undefined) return text
  }
  return ''
}

/**
 * Bundles may contain comments in any encoding, which must be kept byte for byte; in Latin-1 every byte is one
 * character.
 */
const coding = 'latin1'

/** The directory may be writable by users. */
function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  replaceFile(path, Buffer.from(text, coding))
}

function textOf(path: string): string | undefined {
  return textOfFile(path, coding)
}

/** Returns the attributes of the path itself, not of a link's target. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    // The file does not exist.
    return undefined
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    // The directory does not exist.
    return []
  }
}

/**
 * Certificates that programs of the sandbox are to trust beside those of the image: in the bundle that the sandbox's
 * variables name, in the bundles that the image itself has elsewhere, and where the image's own tools find them when they
 * make those anew.
 */

import { lstatSync, mkdirSync, readdirSync, rmSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { joined, pemBlocks, withCertificates } from '../dialect/trust-bundle.ts'
import type { TrustStore } from '../ports/identity.ts'
import { appendToFile, replaceFile, textOfFile } from './regular-file.ts'

export interface TrustPaths {
  /** Always made; an image that has none begins with what the first of its others says. */
  readonly bundle: string
  /** Those that an image has get the certificates too. Links among them lead to what is made elsewhere. */
  readonly otherBundles: readonly string[]
  /** Of the machine's own certificates, one to a file. */
  readonly localDirectory: string
  /** The same for other tools, where an image has the directory. */
  readonly otherLocalDirectories: readonly string[]
  /** All of ours in one file, for programs that add to a list of their own. */
  readonly additions: string
}

const newline = 0x0a
const ownName = /^cay-\d+\.crt$/

export function createTrustStore(paths: TrustPaths): TrustStore {
  const { bundle, otherBundles, additions } = paths
  const looked = [bundle, ...otherBundles, additions]
  /** What was put in place last, and how the files were left: bundles are long, and every restore asks for the same. */
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
  // Where there is nothing of ours to be taken out, a bundle need not be read.
  const changes = bundles.map(
    (path) =>
      (known === undefined && append(path, wanted)) || rewrite(path, { before, wanted, otherBundles }),
  )
  if (!changes.includes(true) && joined(before) === joined(wanted)) return
  const others = otherLocalDirectories.filter((path) => statsOf(path)?.isDirectory() === true)
  for (const directory of [localDirectory, ...others]) putLocal(directory, wanted)
  replace(additions, joined(wanted))
}

/** False where there is no such file. */
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

/** Whether it had to be changed. */
function rewrite(path: string, { before, wanted, otherBundles }: Rewrite): boolean {
  const old = textOf(path)
  const next = withCertificates(old ?? firstText(otherBundles), before, wanted)
  if (next === (old ?? '')) return false
  replace(path, next)
  return true
}

/** Of all of them: the sizes, and when they were changed last. */
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

/** Certificates may have texts in any coding beside them, which stay byte for byte: each is a letter of this one. */
const coding = 'latin1'

/** The directory may be one that users can write to. */
function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  replaceFile(path, Buffer.from(text, coding))
}

function textOf(path: string): string | undefined {
  return textOfFile(path, coding)
}

/** Of the name itself, not of what it may lead to. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    // Missing.
    return undefined
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    // Missing.
    return []
  }
}

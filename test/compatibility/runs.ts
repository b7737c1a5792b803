/** What the last run of each conformance file has seen, kept in the clone until the page is written from it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../repo/tree.ts'
import { readPythonSurface } from './python-surface.ts'
import type { Outcome } from './record-calls.ts'
import { clients, versionOf } from './surface.ts'

const path = join(root, '.cay/compatibility.json')

export interface FileRun {
  /** Of the clients, as one text: what another version has shown says nothing. */
  readonly versions: string
  readonly hasPassed: boolean
  readonly calls: Readonly<Record<string, Outcome>>
  /** Of calls that the file does not make itself, the test that does. */
  readonly tests: Readonly<Record<string, string>>
}

type Runs = Readonly<Record<string, FileRun>>

export function installedVersions(): string {
  const ofPython = readPythonSurface().map(({ client, version }) => `${client} for Python ${version}`)
  return [...clients.map((client) => `${client} ${versionOf(client)}`), ...ofPython].join(', ')
}

export function readRuns(): Runs {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Runs
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

export function keepRun(file: string, run: FileRun): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ ...readRuns(), [file]: run }, null, 2))
}

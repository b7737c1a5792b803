/** The programs that the daemon writes as bytes are those of packages/envd/assembly, as Debian's assembler sees it. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { codeAddress } from '@cay/envd/dialect/process/elf.ts'
import { type LauncherIdentity, launcherFailureStatus } from '@cay/envd/dialect/process/launcher-layout.ts'
import { launcherProgram } from '@cay/envd/dialect/process/launcher-program.ts'
import { handedSignals, sudoProgram, sudoSocketName } from '@cay/envd/dialect/sudo/sudo-program.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type UnpackedPackages, unpackPackages } from '../support/debian-packages.ts'

const execute = promisify(execFile)
const sources = fileURLToPath(new URL('../../packages/envd/assembly', import.meta.url))
/** With the libraries that they share; those that every machine has are left out. */
const packages = {
  x64: ['binutils-x86-64-linux-gnu', 'libbinutils', 'libctf0', 'libctf-nobfd0', 'libjansson4'],
  arm64: ['binutils-aarch64-linux-gnu', 'libbinutils', 'libctf0', 'libctf-nobfd0', 'libjansson4'],
} as const
const prefixes = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' } as const
/** Headers of the file, in front of the code. */
const headerBytes = codeAddress - 0x400000

const identities: readonly (LauncherIdentity | undefined)[] = [
  undefined,
  { uid: 1000, gid: 1001, groups: [1000, 60] },
  { uid: 70_000, gid: 0, groups: [] },
  { uid: 0xfffffffe, gid: 65_536, groups: [1, 2, 3] },
]

let directory: string
let tools: UnpackedPackages

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-assembly-'))
  tools = await unpackPackages(...new Set(Object.values(packages).flat()))
})
afterAll(async () => {
  await tools?.[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

const codeOf = (program: Uint8Array) => Buffer.from(program).subarray(headerBytes).toString('hex')

describe.each(['x64', 'arm64'] as const)('%s', (architecture) => {
  async function tool(name: string, ...args: string[]): Promise<void> {
    const libraries = join(tools.tree, 'usr/lib', prefixes[process.arch === 'arm64' ? 'arm64' : 'x64'])
    const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: libraries }
    const program = join(tools.tree, 'usr/bin', `${prefixes[architecture]}-${name}`)
    await execute(program, args, { cwd: directory, env })
  }

  async function assemble(name: string, symbols: Readonly<Record<string, number>>): Promise<string> {
    const definitions = Object.entries(symbols).flatMap(([symbol, value]) => [
      '--defsym',
      `${symbol}=${value}`,
    ])
    const source = join(sources, `${name}-${architecture}.s`)
    await tool('as', '--no-warn', '-I', sources, ...definitions, '-o', 'object', source)
    await tool('ld', '-Ttext', `0x${codeAddress.toString(16)}`, '-o', 'linked', 'object')
    await tool('objcopy', '-O', 'binary', '-j', '.text', 'linked', 'code')
    return (await readFile(join(directory, 'code'))).toString('hex')
  }

  test.each(identities)('the launcher that becomes %o', async (identity) => {
    const groups = identity?.groups ?? []
    const ids = identity && { uid: identity.uid, gid: identity.gid, group_count: groups.length }
    const code = await assemble('launcher', { failure_status: launcherFailureStatus, ...ids })
    const numbers = Buffer.from(Uint32Array.from(groups).buffer).toString('hex')
    expect(codeOf(launcherProgram(architecture, identity))).toBe(code + numbers)
  })

  test('sudo', async () => {
    await writeFile(join(directory, 'socket-name'), sudoSocketName)
    const signals = handedSignals.reduce((set, signal) => set + 2 ** (signal - 1), 0)
    const symbols = { socket_name_bytes: sudoSocketName.length, handed_signals: signals }
    expect(codeOf(sudoProgram(architecture, sudoSocketName))).toBe(await assemble('sudo', symbols))
  })
})

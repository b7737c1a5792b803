/** The command as one file is what its sources are, and is not run when they are others. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// A command starts in a fraction of a second, and on a busy machine in many.
vi.setConfig({ testTimeout: 240_000 })

const load = async (path: string): Promise<unknown> => await import(new URL(path, import.meta.url).href)
const { findBundle } = (await load('../../packages/cli/bin/find-bundle.mjs')) as {
  findBundle(directory: string): string | undefined
}
const { bundleCommand } = (await load('../../scripts/bundle-command.mjs')) as {
  bundleCommand(directory: string): Promise<string>
}

const execute = promisify(execFile)
const clone = fileURLToPath(new URL('../..', import.meta.url))
let directory: string

// Packages are found from there.
beforeAll(async () => {
  mkdirSync(`${clone}/.cay`, { recursive: true })
  directory = mkdtempSync(`${clone}/.cay/bundle-`)
  await bundleCommand(directory)
})
afterAll(() => rmSync(directory, { recursive: true }))

async function run(file: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: directory, CAY_DATA_DIR: `${directory}/none` }
  try {
    return { ...(await execute(process.execPath, [file, ...args], { env })), code: 0 }
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number }
    return { stdout, stderr, code }
  }
}

test.each([
  ['the help of a command', ['sandbox', 'exec', '--help']],
  ['places of the clone', ['template', 'build', '--help']],
  ['no installation', ['sandbox', 'exec', 'abc', 'true']],
  ['completions, which know all commands', ['completion', 'bash']],
])('%s: it says what the sources say', async (_, args) => {
  const bundle = findBundle(directory)
  if (bundle === undefined) throw new Error('there is no bundle')
  const bundled = await run(bundle, ...args)
  expect(bundled).toEqual(await run(`${clone}/packages/cli/src/main.ts`, ...args))
  expect(bundled.stdout + bundled.stderr).not.toBe('')
})

test('it is built once, and not run after a source was changed, added or removed', async () => {
  expect(await bundleCommand(directory)).toBe('up to date')
  const path = `${directory}/sources.json`
  const text = readFileSync(path, 'utf8')
  const manifest = JSON.parse(text) as { entry: string; inputs: [string, number, number][] }
  const [[name, size, mtimeMs] = ['', 0, 0], ...others] = manifest.inputs
  const put = (inputs: unknown) => writeFileSync(path, JSON.stringify({ ...manifest, inputs }))
  try {
    for (const changed of [
      [name, size + 1, mtimeMs],
      [name, size, mtimeMs - 1],
      [`${name}-removed`, size, mtimeMs],
    ]) {
      put([changed, ...others])
      expect(findBundle(directory)).toBeUndefined()
    }
    writeFileSync(path, text.slice(0, 100))
    expect(findBundle(directory)).toBeUndefined()
  } finally {
    writeFileSync(path, text)
  }
  expect(findBundle(directory)).toBe(`${directory}/${manifest.entry}`)
})

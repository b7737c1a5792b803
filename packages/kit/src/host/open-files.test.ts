import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from './run.ts'

const module = fileURLToPath(new URL('./open-files.ts', import.meta.url))

/** Of the process's capabilities, CAP_SYS_RESOURCE: root's own in a container may lack it. */
async function mayRaiseLimits(): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'utf8')
  const [, effective = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(status) ?? []
  return ((BigInt(`0x${effective}`) >> 24n) & 1n) === 1n
}

/** What a process that may have `allowed` files open has said and may have, once it needs 400. */
async function needing(allowed: number): Promise<unknown> {
  const program = `
    import { openSync } from 'node:fs'
    import { raiseOpenFilesLimit } from ${JSON.stringify(module)}
    let warnings = 0
    const allowed = raiseOpenFilesLimit(400, { warn: () => { warnings += 1 } })
    let canOpen = true
    try {
      for (let count = 0; count < 350; count++) openSync('/dev/null')
    } catch (error) {
      if (error.code !== 'EMFILE') throw error
      canOpen = false
    }
    console.log(JSON.stringify({ warnings, allowed, canOpen }))`
  const limit = `--nofile=${allowed}:${allowed}`
  const { stdout } = await run([
    'prlimit',
    limit,
    '--',
    process.execPath,
    '--input-type=module',
    '-e',
    program,
  ])
  return JSON.parse(stdout)
}

test('connections of all sandboxes failed together where the system allows a process few open files', async () => {
  const raised = { warnings: 0, allowed: 400, canOpen: true }
  // A process that may not raise the limit again gets an error.
  const kept = { warnings: 1, allowed: 200, canOpen: false }
  expect(await needing(200)).toEqual((await mayRaiseLimits()) ? raised : kept)
})

test('a process that may have more than enough files open keeps that', async () => {
  expect(await needing(1000)).toEqual({ warnings: 0, allowed: 1000, canOpen: true })
})

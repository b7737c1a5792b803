import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sweepBuilds } from '@cay/orchestrator/edge/template/sweep-builds.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const execute = promisify(execFile)
let directory: string
let mounted: string | undefined

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'cay-interrupted-')))
})

afterEach(async () => {
  if (mounted !== undefined) await execute('umount', ['--lazy', mounted]).catch(() => undefined)
  await rm(directory, { recursive: true, force: true })
})

test('what a killed build left mounted is not emptied when its tree is removed', async () => {
  const machines = join(directory, 'machines')
  const tree = join(directory, 'cache/.building-1/tree')
  const mountPoint = join(tree, 'dev/shm')
  await mkdir(machines)
  await mkdir(mountPoint, { recursive: true })
  await writeFile(join(machines, 'precious'), 'the machine’s own')
  await execute('mount', ['--bind', machines, mountPoint])
  mounted = mountPoint
  await sweepBuilds(directory)
  expect(existsSync(join(machines, 'precious'))).toBe(true)
  expect(existsSync(tree)).toBe(false)
  mounted = undefined
})

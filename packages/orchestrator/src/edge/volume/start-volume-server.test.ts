/** The process that serves a volume, where the volume was unmounted after the node had a look. It needs no root: it ends before. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram } from '@cay/kit/host/program.ts'
import { expect, onTestFinished, test } from 'vitest'
import { notMountedStatus } from '../../dialect/volume-server.ts'

const file = fileURLToPath(new URL('../../serve-volume.ts', import.meta.url))

test('the directory below a volume that was unmounted was served instead, and an upload went to the disk of the node', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cay-serve-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const bare = await mkdtemp(join(root, 'volume-'))
  const argv = [process.execPath, file, join(root, 'socket'), bare, String(process.getuid?.() ?? 0)]
  const program = await startProgram({ argv, takesInput: true, isHeard: true })
  onTestFinished(() => program.kill('SIGKILL'))
  const ready = new Promise((resolve) => program.stdout?.once('data', () => resolve('it serves')))
  expect(await Promise.race([program.ended, ready])).toMatchObject({ exitCode: notMountedStatus })
  expect(await readdir(bare)).toEqual([])
})

import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeImage, prepareRoot } from './make-image.ts'

let place: string

/** As a new file system looks when it is mounted. */
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'cay-volume-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  await chmod(place, 0o755)
  await mkdir(join(place, 'lost+found'), { mode: 0o700 })
})

const modeOfRoot = async () => (await stat(place)).mode & 0o777

test('every user of a sandbox may write into a new volume, which is empty', async () => {
  await prepareRoot(place)
  expect([await modeOfRoot(), await readdir(place)]).toEqual([0o777, []])
})

test('a volume is open to every user although the node was killed while it prepared it', async () => {
  // What cannot be removed stands for the end of the node at that step.
  await writeFile(join(place, 'lost+found', 'found'), '')
  await prepareRoot(place)
  expect(await modeOfRoot()).toBe(0o777)
})

test('the rights that a user gave a volume stay', async () => {
  await prepareRoot(place)
  await chmod(place, 0o700)
  await prepareRoot(place)
  expect(await modeOfRoot()).toBe(0o700)
})

test('a volume was made on a disk that had no room for it', async () => {
  const image = join(place, 'v.ext4')
  const reserveMb = 2 ** 40
  await expect(makeImage({ image, sizeMb: 64, reserveMb })).rejects.toMatchObject({ code: 'node_disk_full' })
  expect(await readdir(place)).toEqual(['lost+found'])
  await writeFile(image, '')
  // It is there.
  await makeImage({ image, sizeMb: 64, reserveMb })
})

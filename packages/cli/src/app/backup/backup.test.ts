import { existsSync } from 'node:fs'
import {
  appendFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { run } from '@cay/kit/host/run.ts'
import { Progress, type Step } from '@cay/kit/progress.ts'
import fc from 'fast-check'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCliSettings } from '../../config.ts'
import { describeInstallation } from '../../installation.ts'
import { backupWriter, readBackup } from '../../wiring/machine.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

let place = ''
let from = ''
let to = ''
let file = ''
const version = '1.2.3'

beforeEach(async () => {
  place = await mkdtemp(`${tmpdir()}/cay-backup-`)
  from = `${place}/from`
  to = `${place}/to`
  file = `${place}/cay.backup`
  await writeFiles({
    'control/secrets-key': 'key',
    'templates/aliases.json': '{"base":"t"}',
    'templates/t/b/rootfs.erofs': 'r'.repeat(300_000),
    'snapshots/s/manifest.json': '{}',
    'paused/i.json': '{"snapshotId":"s"}',
    'logs/control.log': 'line',
    'run/orchestrator/note': 'here',
    'containers/c/record.json': '{}',
  })
  await link(`${from}/templates/t/b/rootfs.erofs`, `${from}/snapshots/s/rootfs.erofs`)
  await symlink('control/api-key', `${from}/api-key`)
  const database = new DatabaseSync(`${from}/control/cay.db`)
  database.exec("create table sandboxes (id text); insert into sandboxes values ('one')")
  database.close()
})

afterEach(() => rm(place, { recursive: true, force: true }))

it('is made although a sandbox has left a link and no file in a volume, and holds nothing of volumes', async () => {
  await writeFiles({ 'volumes/v.ext4': 'image', 'volumes/v/note': 'theirs', 'own-checkpoints/c/image': 'c' })
  await symlink('/etc/shadow', `${from}/volumes/v/link`)
  await run(['mkfifo', `${from}/volumes/v/queue`])
  await save()
  await bringBack()
  expect((await tree(to)).filter((path) => /volumes|checkpoints/.test(path))).toEqual([])
})

it('comes back as it was, in another directory, without what belongs to the machine', async () => {
  await save()
  await bringBack()
  expect(await tree(to)).toEqual([
    'control/cay.db',
    'control/secrets-key',
    'paused/i.json',
    'snapshots/s/manifest.json',
    'snapshots/s/rootfs.erofs',
    'templates/aliases.json',
    'templates/t/b/rootfs.erofs',
  ])
  expect(await readFile(`${to}/templates/t/b/rootfs.erofs`, 'utf8')).toBe('r'.repeat(300_000))
  const [one, other] = await Promise.all([
    stat(`${to}/templates/t/b/rootfs.erofs`),
    stat(`${to}/snapshots/s/rootfs.erofs`),
  ])
  expect(one.ino).toBe(other.ino)
  expect(rows(`${to}/control/cay.db`)).toEqual(['one'])
})

it('holds what the store was told a moment ago, while somebody has it open', async () => {
  const database = new DatabaseSync(`${from}/control/cay.db`)
  database.exec("pragma journal_mode = wal; insert into sandboxes values ('two')")
  try {
    await save()
  } finally {
    database.close()
  }
  await bringBack()
  expect(rows(`${to}/control/cay.db`)).toEqual(['one', 'two'])
})

it('is readable for root alone, and leaves nothing beside itself', async () => {
  await save()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(place)).toEqual(['cay.backup', 'from'])
  expect((await readdir(from)).filter((name) => name.startsWith('.'))).toEqual([])
})

it('can be listed with the tools of the system', async () => {
  await save()
  await writeFile(`${place}/plain.tar`, zstdDecompressSync(await readFile(file)))
  let listed = ''
  const onStdout = (text: string) => {
    listed += text
  }
  await run(['tar', '-tf', `${place}/plain.tar`], { onStdout })
  expect(listed.trim().split('\n')).toEqual(
    [
      ...['control/cay.db', 'control/secrets-key', 'paused/i.json', 'snapshots/s/manifest.json'],
      ...['snapshots/s/rootfs.erofs', 'templates/aliases.json', 'templates/t/b/rootfs.erofs'],
    ]
      .map((path) => `data/${path}`)
      .concat('backup.json'),
  )
})

it('does not replace a file unless it is forced to', async () => {
  await writeFile(file, 'mine')
  await expect(save()).rejects.toThrow('exists: name another file, or add --force to replace it')
  expect(await readFile(file, 'utf8')).toBe('mine')
  await save({ isForced: true })
  await bringBack()
})

it('needs the directory that it is written into', async () => {
  file = `${place}/none/cay.backup`
  await expect(save()).rejects.toThrow(`${place}/none does not exist: make that directory first`)
})

it('leaves nothing when it is stopped', async () => {
  await expect(save({ signal: AbortSignal.abort() })).rejects.toThrow('stopped; no backup was written')
  expect(await readdir(place)).toEqual(['from'])
  expect((await readdir(from)).filter((name) => name.startsWith('.'))).toEqual([])
})

it('leaves an empty directory when its restore is stopped', async () => {
  await save()
  await expect(bringBack(AbortSignal.abort())).rejects.toThrow(`stopped; ${to} is as empty as it was`)
  expect(await readdir(to)).toEqual([])
})

it('is made and restored by one command at a time', async () => {
  await save()
  const held = await acquireLock(`${from}/run/backup.lock`)
  try {
    await expect(save({ isForced: true })).rejects.toThrow(`another \`cay backup\` is at work in ${from}`)
  } finally {
    await held?.release()
  }
  await mkdir(to)
  const lock = await acquireLock(`${to}/.restore.lock`)
  try {
    await expect(bringBack()).rejects.toThrow(`another \`cay restore\` is at work in ${to}`)
  } finally {
    await lock?.release()
  }
})

it('removes the rest of a backup that was killed', async () => {
  await mkdir(`${from}/.backup/templates`, { recursive: true })
  await save()
  expect(existsSync(`${from}/.backup`)).toBe(false)
})

it('needs an installation to save', async () => {
  await rm(from, { recursive: true })
  await expect(save()).rejects.toThrow(
    `${from} holds no installation to back up: CAY_DATA_DIR names the directory`,
  )
})

it('names what cannot be in a backup', async () => {
  await symlink('/etc/shadow', `${from}/templates/t/link`)
  await expect(save()).rejects.toThrow(`${from}/templates/t/link is neither a file nor a directory`)
  expect(existsSync(file)).toBe(false)
})

it('is not restored over anything', async () => {
  await save()
  await mkdir(to)
  await writeFile(`${to}/precious`, '')
  await expect(bringBack()).rejects.toThrow(`${to} is not empty`)
  expect(await readdir(to)).toEqual(['precious'])
})

it('is restored into a file system of its own', async () => {
  await save()
  await mkdir(`${to}/lost+found`, { recursive: true })
  await bringBack()
  expect(await readdir(to)).toContain('lost+found')
})

it('is restored again after a restore that was killed', async () => {
  await save()
  await mkdir(`${to}/.restoring/templates`, { recursive: true })
  await mkdir(`${to}/snapshots`)
  await bringBack()
  expect(existsSync(`${to}/.restoring`)).toBe(false)
  expect(existsSync(`${to}/templates/aliases.json`)).toBe(true)
})

it('is refused when it is cut off, and nothing is left of it', async () => {
  await save()
  const whole = await readFile(file)
  for (const bytes of [1, 10, whole.length >> 1, Math.floor(whole.length * 0.8)]) {
    await writeFile(file, whole.subarray(0, bytes))
    await expect(bringBack(), `${bytes} of ${whole.length} bytes`).rejects.toThrow(
      /cannot be restored: it is (cut off|damaged)/,
    )
    expect(await readdir(to)).toEqual([])
  }
  await writeFile(file, '')
  await expect(bringBack()).rejects.toThrow('cannot be restored: it is cut off')
})

it('is refused without a manifest', async () => {
  await writeArchive((archive) => archive.entry({ name: 'data/file' }, 'content'))
  await expect(bringBack()).rejects.toThrow('it is cut off: its manifest is missing')
})

it('is refused with any byte of it altered and at any length, or means the same', async () => {
  await save()
  const whole = await readFile(file)
  await bringBack()
  const good = await contents(to)
  const damage = fc.record({
    position: fc.nat(whole.length - 1),
    flip: fc.integer({ min: 0, max: 255 }),
    length: fc.oneof(fc.constant(whole.length), fc.nat(whole.length)),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ position, flip, length }) => {
      const damaged = Buffer.from(whole)
      damaged[position] = (damaged[position] ?? 0) ^ flip
      await writeFile(file, damaged.subarray(0, length))
      await rm(to, { recursive: true, force: true })
      const problem = await bringBack().then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (problem === undefined) expect(await contents(to)).toEqual(good)
      else {
        expect(problem).toContain(`${file} cannot be restored: `)
        expect(await readdir(to)).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
})

it('names the file whose content was altered', async () => {
  await save()
  const plain = zstdDecompressSync(await readFile(file))
  const position = plain.indexOf('{"base":"t"}')
  plain.write('X', position)
  await writeFile(file, zstdCompressSync(plain))
  await expect(bringBack()).rejects.toThrow('cannot be restored: templates/aliases.json was altered')
})

it('says that a file is no backup', async () => {
  await writeFile(file, 'a text of somebody')
  await expect(bringBack()).rejects.toThrow(`${file} cannot be restored: it is not a backup made by Cay`)
})

it('says that the file is not there, and makes no directory', async () => {
  await expect(bringBack()).rejects.toThrow(`${file} does not exist`)
  expect(existsSync(to)).toBe(false)
})

it.each([
  ['data/../../escaped', 'a path leads upward'],
  ['/etc/passwd', 'does not belong into a backup'],
  ['data', 'does not belong into a backup'],
])('an archive of somebody else reaches no file outside of the directory: %s', async (name, words) => {
  await writeArchive((archive) => archive.entry({ name }, 'content'))
  await expect(bringBack()).rejects.toThrow(words)
  expect(existsSync(`${place}/escaped`)).toBe(false)
})

it('an archive of somebody else makes no links out of the directory', async () => {
  await writeArchive((archive) => archive.entry({ name: 'data/link', type: 'symlink', linkname: '/etc' }))
  await expect(bringBack()).rejects.toThrow('link is neither a file nor a link')
  await writeArchive((archive) => archive.entry({ name: 'data/link', type: 'link', linkname: '/etc/passwd' }))
  await expect(bringBack()).rejects.toThrow('does not belong into a backup')
  await writeArchive((archive) => archive.entry({ name: 'data/link', type: 'link', linkname: 'data/none' }))
  await expect(bringBack()).rejects.toThrow('link is a link to none, which is not in it')
})

it('a backup of a newer format is refused by its number', async () => {
  await writeArchive((archive) => archive.entry({ name: 'backup.json' }, '{"format":2}'))
  await expect(bringBack()).rejects.toThrow('it has format 2, and this version of Cay reads format 1')
})

it('a backup whose manifest is longer than any is refused before it is read', async () => {
  await writeArchive((archive) => archive.entry({ name: 'backup.json', size: 2 ** 30 }), { isWhole: false })
  await expect(bringBack()).rejects.toThrow('its manifest is damaged')
})

it('a file that appears under a new name meanwhile is saved whole, and one that is removed is no failure', async () => {
  const stop = new AbortController()
  const busy = (async () => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      await writeFile(`${from}/templates/aliases.next`, `{"turn":${turn}}`)
      await rename(`${from}/templates/aliases.next`, `${from}/templates/aliases.json`)
      await writeFile(`${from}/paused/passing-${turn}.json`, '{}')
      await rm(`${from}/paused/passing-${turn}.json`)
    }
  })()
  try {
    for (let turn = 0; turn < 10; turn++) {
      await save({ isForced: true })
      await rm(to, { recursive: true, force: true })
      await bringBack()
      expect(await readFile(`${to}/templates/aliases.json`, 'utf8')).toMatch(/^\{"(base|turn)":/)
    }
  } finally {
    stop.abort()
    await busy
  }
})

it('a log that grows meanwhile is saved as long as it was', async () => {
  await mkdir(`${from}/sandbox-logs`)
  await writeFile(`${from}/sandbox-logs/i`, 'x'.repeat(2_000_000))
  const saved = save()
  await appendFile(`${from}/sandbox-logs/i`, 'y'.repeat(100_000))
  await saved
  await bringBack()
  expect(await readFile(`${to}/sandbox-logs/i`, 'utf8')).toMatch(/^x{2000000}y*$/)
})

it('an installation whose records are in PostgreSQL is not saved without them', async () => {
  const onPostgres = installationAt(from, { CAY_DATABASE_URL: 'postgresql://cay:topsecret@db.example/cay' })
  const refused = step((one) =>
    backUp({ installation: onPostgres, files: backupWriter }, { file, isForced: false, version }, one, never),
  )
  await expect(refused).rejects.toThrow(
    /^the records are in PostgreSQL \(CAY_DATABASE_URL\): save them with pg_dump/,
  )
  expect(existsSync(file)).toBe(false)
})

function installationAt(dataDir: string, env: Record<string, string> = {}) {
  const settings = readCliSettings({ CAY_DATA_DIR: dataDir, ...env })
  return describeInstallation(settings, '/packages')
}

const never = new AbortController().signal

function step(task: (step: Step) => Promise<void>): Promise<void> {
  const progress = new Progress({ total: 1, nowMs: () => 0, output: { write: () => undefined } })
  return progress.step('step', task)
}

function save({ isForced = false, signal = never } = {}): Promise<void> {
  return step((one) =>
    backUp(
      { installation: installationAt(from), files: backupWriter },
      { file, isForced, version },
      one,
      signal,
    ),
  )
}

function bringBack(signal = never): Promise<void> {
  return step((one) => restore({ installation: installationAt(to), readBackup }, file, one, signal))
}

async function writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(`${from}/${path}`.replace(/\/[^/]*$/, ''), { recursive: true })
    await writeFile(`${from}/${path}`, text)
  }
}

/** `isWhole: false`: the header of the first entry alone. */
async function writeArchive(
  fill: (archive: ReturnType<typeof pack>) => unknown,
  { isWhole = true } = {},
): Promise<void> {
  const archive = pack()
  fill(archive)
  if (isWhole) archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if (!isWhole) break
  }
  await writeFile(file, zstdCompressSync(Buffer.concat(chunks)))
}

async function tree(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(directory.length + 1))
    .sort()
}

async function contents(directory: string): Promise<Record<string, string>> {
  const paths = await tree(directory)
  const texts = await Promise.all(paths.map((path) => readFile(`${directory}/${path}`, 'latin1')))
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']))
}

function rows(path: string): unknown[] {
  const database = new DatabaseSync(path)
  try {
    return database
      .prepare('select id from sandboxes order by id')
      .all()
      .map((row) => row.id)
  } finally {
    database.close()
  }
}

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
import { backupReader, backupWriter } from '../../wiring/machine.ts'
import { backUp } from './back-up.ts'
import { type RestoreRequest, restore } from './restore.ts'

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
    'backup-key',
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
  await writeFile(`${place}/plain.tar`, plainOf(await readFile(file)))
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
      'cannot be restored: it is cut off',
    )
    expect(await readdir(to)).toEqual([])
  }
  await writeFile(file, '')
  await expect(bringBack()).rejects.toThrow('cannot be restored: it is cut off')
})

it('is refused without a manifest', async () => {
  await writeArchive((archive) => archive.entry({ name: 'data/file' }, 'content'))
  await expect(trust()).rejects.toThrow('it is cut off: its manifest is missing')
})

it('is refused with any byte of it altered and at any length', async () => {
  await save()
  const whole = await readFile(file)
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
      fc.pre(flip !== 0 || length < whole.length)
      await rm(to, { recursive: true, force: true })
      await expect(bringBack()).rejects.toThrow(`${file} cannot be restored: `)
      expect(await readdir(to)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

it('is refused with each bit of its beginning and of its first segment head altered', async () => {
  await save()
  const whole = await readFile(file)
  for (let position = 0; position < 110; position++) {
    const damaged = Buffer.from(whole)
    damaged[position] = (damaged[position] ?? 0) ^ (1 << (position % 8))
    await writeFile(file, damaged)
    await expect(bringBack(), `byte ${position}`).rejects.toThrow(`${file} cannot be restored: `)
  }
  expect(await readdir(to)).toEqual([])
})

it('is refused when anything follows it, or when it is there twice', async () => {
  await save()
  const whole = await readFile(file)
  for (const more of [Buffer.from('x'), whole, Buffer.alloc(8), zstdCompressSync('more')]) {
    await writeFile(file, Buffer.concat([whole, more]))
    await expect(bringBack()).rejects.toThrow('cannot be restored: something follows its end')
    expect(await readdir(to)).toEqual([])
  }
})

it('is refused when its segments are left out, repeated, moved, or those of another backup with the same key', async () => {
  const random = Buffer.from(Array.from({ length: 14_000_000 }, (_, index) => (index * 2_654_435_761) >>> 13))
  await writeFile(`${from}/templates/t/b/large`, random)
  await save()
  const { header, segments } = partsOf(await readFile(file))
  expect(segments.length).toBeGreaterThan(3)
  await save({ isForced: true })
  const other = partsOf(await readFile(file))
  const none = Buffer.alloc(0)
  const [first = none, second = none, ...rest] = segments
  const last = segments.at(-1) ?? none
  const altered: Readonly<Record<string, readonly Buffer[]>> = {
    'without the first': [header, ...segments.slice(1)],
    'without one in the middle': [header, first, ...rest],
    'without the last': [header, ...segments.slice(0, -1)],
    'with a mark that is neither of the two': [header, withMark(first, 2), second, ...rest],
    'with one twice': [header, first, first, second, ...rest],
    'with two exchanged': [header, second, first, ...rest],
    'with the last one early': [header, first, last],
    'with the last one alone': [header, last],
    'with a segment of the other': [header, ...other.segments.slice(0, 1), second, ...rest],
    'with the header of the other': [other.header, ...segments],
    'without any': [header],
    'with the header twice': [header, header, ...segments],
  }
  for (const [what, parts] of Object.entries(altered)) {
    await writeFile(file, Buffer.concat([...parts]))
    await expect(bringBack(), what).rejects.toThrow(`${file} cannot be restored: `)
    expect(await readdir(to)).toEqual([])
  }
  await writeFile(file, Buffer.concat([header, ...segments]))
  await bringBack()
  expect((await readFile(`${to}/templates/t/b/large`)).equals(random)).toBe(true)
})

/** Of whether a segment is the last. */
function withMark(segment: Buffer, mark: number): Buffer {
  const altered = Buffer.from(segment)
  altered[12] = mark
  return altered
}

it('a key of backups in a backup that is trusted as it is would authenticate later ones: it is refused', async () => {
  await writeArchive((archive) => archive.entry({ name: 'data/backup-key' }, '0'.repeat(64)))
  await expect(trust()).rejects.toThrow('data/backup-key does not belong into a backup')
  expect(await readdir(to)).toEqual([])
})

it('a link, or a file of somebody else, at the name of its draft is replaced and not written to', async () => {
  await writeFile(`${place}/theirs`, 'theirs')
  await symlink(`${place}/theirs`, `${file}.partial`)
  await save()
  expect(await readFile(`${place}/theirs`, 'utf8')).toBe('theirs')
  await writeFile(`${file}.partial`, 'theirs', { mode: 0o666 })
  await save({ isForced: true })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await bringBack()
})

it('says that a segment is longer than any before it is read', async () => {
  await save()
  const altered = await readFile(file)
  altered.writeUInt32LE(0xffff_ffff, partsOf(altered).header.length + 8)
  await writeFile(file, altered)
  await expect(bringBack()).rejects.toThrow('it is damaged: a segment is longer than any')
})

it('a segment that becomes longer than any when it is unpacked is refused, also without a key', async () => {
  await save()
  const { header, segments } = partsOf(await readFile(file))
  const frame = zstdCompressSync(Buffer.alloc(2 ** 30))
  const head = Buffer.from((segments[0] ?? header).subarray(0, 45))
  head.writeUInt32LE(frame.length, 8)
  await writeFile(file, Buffer.concat([header, head, frame]))
  await expect(trust()).rejects.toThrow('cannot be restored: it is damaged')
  expect(await readdir(to)).toEqual([])
})

it('is refused with another key, and without one unless it is trusted as it is', async () => {
  await save()
  await writeFile(`${place}/other-key`, `${'0'.repeat(64)}\n`)
  await expect(bringBack(never, { keyFile: `${place}/other-key` })).rejects.toThrow(
    'cannot be restored: it was not made with this key, or it was altered',
  )
  await expect(bringBack(never, { keyFile: undefined })).rejects.toThrow(
    /^name the file of the key that the backup was made with: --key FILE; or trust the backup as it is: --unauthenticated/,
  )
  await expect(bringBack(never, { isUnauthenticated: true })).rejects.toThrow(
    '--key and --unauthenticated exclude each other',
  )
  await trust()
  expect(await tree(to)).toContain('control/cay.db')
  expect(await tree(to)).not.toContain('backup-key')
})

it.each(['', '0'.repeat(63), `${'0'.repeat(64)} 0`, 'g'.repeat(64), '0'.repeat(1000)])(
  'a file with %j is not taken for a key',
  async (text) => {
    await save()
    await writeFile(`${place}/key`, text)
    await expect(bringBack(never, { keyFile: `${place}/key` })).rejects.toThrow(
      `${place}/key is not a key of backups: that has 64 hexadecimal digits`,
    )
    expect(existsSync(to)).toBe(false)
  },
)

it('its key is made once, is in no backup, and goes on in what is restored', async () => {
  await save()
  const key = await readFile(`${from}/backup-key`, 'utf8')
  expect((await stat(`${from}/backup-key`)).mode & 0o777).toBe(0o600)
  await save({ isForced: true })
  expect(await readFile(`${from}/backup-key`, 'utf8')).toBe(key)
  const plain = plainOf(await readFile(file))
  for (const text of [key.trim(), 'backup-key', Buffer.from(key.trim(), 'hex')])
    expect(plain.includes(text)).toBe(false)
  await bringBack()
  expect(await readFile(`${to}/backup-key`, 'utf8')).toBe(key)
  expect((await stat(`${to}/backup-key`)).mode & 0o777).toBe(0o600)
})

it('is made with the key that is named, and says which one it was', async () => {
  const keyFile = `${place}/elsewhere`
  expect(await save({ keyFile })).toContain(
    `a new key is in ${keyFile}: keep a copy of it apart from the backups`,
  )
  expect(existsSync(`${from}/backup-key`)).toBe(false)
  await bringBack(never, { keyFile })
  expect(await save({ keyFile, isForced: true })).toContain(`authenticated with the key in ${keyFile}`)
})

it('one of an earlier version is restored only as it is', async () => {
  await save()
  await writeFile(file, zstdCompressSync(plainOf(await readFile(file))))
  await expect(bringBack()).rejects.toThrow(
    'cannot be restored: it was made by a version that did not authenticate backups: --unauthenticated restores it',
  )
  expect(await readdir(to)).toEqual([])
  const earlier = await readFile(file)
  for (const bytes of [5, 10, earlier.length >> 1, earlier.length - 1]) {
    await writeFile(file, earlier.subarray(0, bytes))
    await expect(trust(), `${bytes} bytes`).rejects.toThrow(/cannot be restored: it is (cut off|damaged)/)
    expect(await readdir(to)).toEqual([])
  }
  await writeFile(file, earlier)
  await trust()
  expect(rows(`${to}/control/cay.db`)).toEqual(['one'])
})

it('names the file whose content was altered', async () => {
  await save()
  const plain = plainOf(await readFile(file))
  const position = plain.indexOf('{"base":"t"}')
  plain.write('X', position)
  await writeFile(file, zstdCompressSync(plain))
  await expect(trust()).rejects.toThrow('cannot be restored: templates/aliases.json was altered')
})

it('says that a file is no backup', async () => {
  await save()
  await writeFile(file, 'a text of somebody')
  await expect(bringBack()).rejects.toThrow(`${file} cannot be restored: it is not a backup made by Cay`)
  await expect(trust()).rejects.toThrow(`${file} cannot be restored: it is not a backup made by Cay`)
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
  await expect(trust()).rejects.toThrow(words)
  expect(existsSync(`${place}/escaped`)).toBe(false)
})

it('an archive of somebody else makes no links out of the directory', async () => {
  await writeArchive((archive) => archive.entry({ name: 'data/link', type: 'symlink', linkname: '/etc' }))
  await expect(trust()).rejects.toThrow('link is neither a file nor a link')
  await writeArchive((archive) => archive.entry({ name: 'data/link', type: 'link', linkname: '/etc/passwd' }))
  await expect(trust()).rejects.toThrow('does not belong into a backup')
  await writeArchive((archive) => archive.entry({ name: 'data/link', type: 'link', linkname: 'data/none' }))
  await expect(trust()).rejects.toThrow('link is a link to none, which is not in it')
})

it('a backup of a newer format is refused by its number', async () => {
  await writeArchive((archive) => archive.entry({ name: 'backup.json' }, '{"format":2}'))
  await expect(trust()).rejects.toThrow('it has format 2, and this version of Cay reads format 1')
})

it('a backup whose manifest is longer than any is refused before it is read', async () => {
  await writeArchive((archive) => archive.entry({ name: 'backup.json', size: 2 ** 30 }), { isWhole: false })
  await expect(trust()).rejects.toThrow('its manifest is damaged')
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
    backUp(
      { installation: onPostgres, files: backupWriter },
      { file, keyFile: undefined, isForced: false, version },
      one,
      never,
    ),
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

/** What it printed. */
async function step(task: (step: Step) => Promise<void>): Promise<string> {
  let printed = ''
  const write = (text: string) => {
    printed += text
  }
  const progress = new Progress({ total: 1, nowMs: () => 0, output: { write } })
  await progress.step('step', task)
  return printed
}

interface Saving {
  readonly isForced?: boolean
  readonly keyFile?: string
  readonly signal?: AbortSignal
}

function save({ isForced = false, keyFile, signal = never }: Saving = {}): Promise<string> {
  return step((one) =>
    backUp(
      { installation: installationAt(from), files: backupWriter },
      { file, keyFile, isForced, version },
      one,
      signal,
    ),
  )
}

function bringBack(signal = never, request: Partial<RestoreRequest> = {}): Promise<string> {
  const whole = { file, keyFile: `${from}/backup-key`, isUnauthenticated: false, ...request }
  const deps = { installation: installationAt(to), files: backupReader }
  return step((one) => restore(deps, whole, one, signal))
}

/** Restores whatever the file is. */
const trust = () => bringBack(never, { keyFile: undefined, isUnauthenticated: true })

/** The header and the segments of a backup, each with what authenticates it. */
function partsOf(backup: Buffer): { readonly header: Buffer; readonly segments: readonly Buffer[] } {
  const headerBytes = 8 + backup.readUInt32LE(4)
  const segments: Buffer[] = []
  for (let at = headerBytes; at < backup.length; ) {
    const end = at + 8 + backup.readUInt32LE(at + 4) + backup.readUInt32LE(at + 8)
    segments.push(backup.subarray(at, end))
    at = end
  }
  return { header: backup.subarray(0, headerBytes), segments }
}

/** The tar archive. */
function plainOf(backup: Buffer): Buffer {
  const { segments } = partsOf(backup)
  return Buffer.concat(
    segments.map((segment) => zstdDecompressSync(segment.subarray(8 + segment.readUInt32LE(4)))),
  )
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

/**
 * Makes a root file system for sandboxes of an OCI image: adds the daemon, a shell, /etc/hosts, the default user, and the
 * directories that the runtime and programs rely on. What the image has is kept unless it would not work.
 */
import { readSync } from 'node:fs'
import { ServiceError } from '@cay/core/errors.ts'
import { type AddedUser, addUser } from '@cay/core/template/add-user.ts'
import { isForeignProgram } from '../../dialect/elf-header.ts'
import { blockBytes } from '../../dialect/erofs/layout.ts'
import {
  type Directory,
  type Entry,
  ensureDirectory,
  findDirectory,
  findEntry,
  makeDirectory,
  type RegularFile,
} from '../../dialect/tree/tree.ts'
import type { ImageWriter } from '../../ports/image-writer.ts'
import { copyContents, filesOf } from '../image/copy-contents.ts'
import { namesOf, openTreeFiles, provisionLayer, type TreeFiles } from './file-access.ts'

export interface Provision {
  readonly root: Directory
  readonly writer: ImageWriter
  /** The image of the base template, from which files are copied. */
  readonly parts: { readonly root: Directory; readonly fd: number }
}

const userName = 'user'

/** Files that replace those of the image. */
const replacedFiles = ['/etc/hosts', '/etc/resolv.conf', '/etc/sudoers.d/user']

/** A setuid program does not work in a sandbox, so the daemon brings its own sudo. */
const sudo = '/usr/bin/sudo'
const staticShell = '/bin/bash-static'
const shell = '/bin/bash'

/** Where distributions keep the certificates of authorities, those of the base template's first. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
] as const

const directories: Readonly<Record<string, number>> = {
  '/proc': 0o555,
  '/sys': 0o555,
  '/dev': 0o755,
  '/dev/shm': 0o1777,
  '/run': 0o755,
  '/root': 0o700,
  '/home': 0o755,
  '/tmp': 0o1777,
  // Keeps /tmp on the disk: over an empty /tmp the runtime mounts memory.
  '/tmp/.X11-unix': 0o1777,
}

/** Sentences for the build's log. */
export async function provision(options: Provision): Promise<string[]> {
  const { root, writer } = options
  const files = openTreeFiles(root, writer)
  makeDirectories(root)
  await takeParts(options, ['/.cay'])
  for (const path of replacedFiles) await takePart(options, path, path)
  const notes = [
    ...(await provideShell(options)),
    ...(await provideSudo(options, files)),
    ...(await provideCertificates(options)),
  ]
  files.put('/etc/hostname', 'sandbox\n')
  if (findEntry(root, ['etc', 'machine-id']) === undefined) files.put('/etc/machine-id', '')
  return [...notes, ...(await provideUser(options, files))]
}

function makeDirectories(root: Directory): void {
  for (const [path, mode] of Object.entries(directories)) {
    const isThere = findDirectory(root, namesOf(path)) !== undefined
    const directory = ensureDirectory(root, namesOf(path), provisionLayer)
    if (!isThere || (mode & 0o1000) !== 0) directory.attributes = { ...directory.attributes, mode }
  }
  // Device nodes and what else images keep there: the runtime mounts its own.
  findDirectory(root, ['dev'])?.entries.clear()
  ensureDirectory(root, ['dev', 'shm'], provisionLayer)
}

async function provideShell(options: Provision): Promise<string[]> {
  const present = findEntry(options.root, namesOf(shell))
  if (present !== undefined) {
    if (present.kind === 'file') await expectOwnProcessor(options.writer, present)
    return []
  }
  await takePart(options, staticShell, shell)
  const bin = ensureDirectory(options.root, ['bin'], provisionLayer)
  const hasSh = findEntry(options.root, ['bin', 'sh']) !== undefined
  if (!hasSh) bin.entries.set('sh', { kind: 'symbolic link', target: 'bash', ...common() })
  return [`the image has no ${shell}: a static one was put there`]
}

/** Bytes of the header of a program that are looked at. */
const headerBytes = 20

/** What an image says of its processor may not be what is in it: then nothing of it would run. */
async function expectOwnProcessor(writer: ImageWriter, { block, size }: RegularFile): Promise<void> {
  if (size < headerBytes) return
  if (isForeignProgram(await writer.read(block, headerBytes), process.arch))
    throw new ServiceError(
      'request_invalid',
      `the image is for another processor: its ${shell} cannot run on this one (${process.arch})`,
    )
}

/** Diverts the sudo of packages, also of later installations. */
async function provideSudo(options: Provision, files: TreeFiles): Promise<string[]> {
  const { root } = options
  const present = findEntry(root, namesOf(sudo))
  const diversions = await files.read('/var/lib/dpkg/diversions')
  if (diversions !== undefined && !diversions.includes(`${sudo}\n`)) {
    files.put('/var/lib/dpkg/diversions', `${diversions}${sudo}\n${sudo}.distrib\n:\n`)
    const directory = findDirectory(root, namesOf(sudo).slice(0, -1))
    if (present !== undefined) directory?.entries.set('sudo.distrib', present)
  }
  await takePart(options, sudo, sudo)
  return []
}

/** Without certificates, no program can verify a server. */
async function provideCertificates(options: Provision): Promise<string[]> {
  if (bundles.some((path) => findEntry(options.root, namesOf(path)) !== undefined)) return []
  await takePart(options, bundles[0], bundles[0])
  return ['the image has no certificates of authorities: those of the base template were put there']
}

async function provideUser({ root, writer }: Provision, files: TreeFiles): Promise<string[]> {
  const passwd = await files.read('/etc/passwd')
  const added = addUser(
    {
      passwd: passwd ?? '',
      group: (await files.read('/etc/group')) ?? '',
      shadow: await files.read('/etc/shadow'),
    },
    { name: userName, shell, isAdmin: true },
  )
  files.put('/etc/passwd', added.files.passwd)
  files.put('/etc/group', added.files.group)
  if (added.files.shadow !== undefined) files.put('/etc/shadow', added.files.shadow)
  await writer.settle()
  makeHome(root, added)
  return [
    ...(passwd === undefined ? ['the image has no /etc/passwd: one was made'] : []),
    ...(added.isNew ? [`added the user ${userName} (${added.account.uid})`] : []),
  ]
}

function makeHome(root: Directory, { account }: AddedUser): void {
  const isThere = findDirectory(root, namesOf(account.home)) !== undefined
  const home = ensureDirectory(root, namesOf(account.home), provisionLayer)
  home.attributes = {
    ...home.attributes,
    uid: account.uid,
    gid: account.gid,
    ...(isThere ? {} : { mode: 0o755 }),
  }
  if (isThere) return
  const skeleton = findDirectory(root, ['etc', 'skel'])
  if (skeleton !== undefined)
    for (const [name, entry] of skeleton.entries) home.entries.set(name, copyFor(entry, account))
}

/** Contents are shared, the inodes are not. */
function copyFor(entry: Entry, { uid, gid }: { uid: number; gid: number }): Entry {
  const attributes = { ...entry.attributes, uid, gid }
  if (entry.kind !== 'directory') return { ...entry, attributes }
  const copy = makeDirectory(provisionLayer, attributes)
  for (const [name, inner] of entry.entries) copy.entries.set(name, copyFor(inner, { uid, gid }))
  return copy
}

async function takeParts(options: Provision, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const directory = findDirectory(options.parts.root, namesOf(path))
    if (directory === undefined) throw missing(path)
    await copyContents(filesOf(directory), options.parts.fd, options.writer)
    setAt(options.root, path, directory)
  }
}

/** One file, under the same name or another. Its content is copied each time it is taken. */
async function takePart({ root, writer, parts }: Provision, from: string, to: string): Promise<void> {
  const file = findEntry(parts.root, namesOf(from))
  if (file?.kind !== 'file') throw missing(from)
  const content = Buffer.alloc(file.size)
  readSync(parts.fd, content, 0, file.size, file.block * blockBytes)
  const block = writer.nextBlock(file.size)
  writer.write(content)
  writer.endContent()
  await writer.settle()
  setAt(root, to, { ...file, layer: provisionLayer, block })
}

function setAt(root: Directory, path: string, entry: Entry): void {
  const names = namesOf(path)
  ensureDirectory(root, names.slice(0, -1), provisionLayer).entries.set(names.at(-1) ?? '', entry)
}

function missing(path: string): Error {
  return new Error(`the base template lacks ${path}: it has to be built anew`)
}

function common() {
  return {
    layer: provisionLayer,
    attributes: { mode: 0o777, uid: 0, gid: 0, mtimeSeconds: 0, mtimeNanos: 0 },
  }
}

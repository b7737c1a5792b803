/** An authority of the installation, kept in a directory that only root can read. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from '../host/errno.ts'
import { syncDirectory } from '../host/write-atomic.ts'
import { type Certified, makeOwnAuthority } from './issue.ts'

export const egressAuthorityName = 'Cay egress'
export const tlsAuthorityName = 'Cay'

/** The one for what sandboxes are shown in the place of servers whose requests get headers. */
export function ensureEgressAuthority(directory: string): Promise<Certified> {
  return ensureAuthority(directory, egressAuthorityName)
}

/** The one for the names of the installation itself. */
export function ensureTlsAuthority(directory: string): Promise<Certified> {
  return ensureAuthority(directory, tlsAuthorityName)
}

/** The authority in the directory, which the first caller makes when there is none. */
export async function ensureAuthority(directory: string, name: string): Promise<Certified> {
  return (await readAuthority(directory)) ?? (await writeAuthority(directory, name))
}

export function authorityCertificateFile(directory: string): string {
  return `${directory}/${certificateFile}`
}

const certificateFile = 'certificate.pem'
const keyFile = 'key.pem'

/** Undefined when there is none. */
export async function readAuthority(directory: string): Promise<Certified | undefined> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(`${directory}/${certificateFile}`, 'utf8'),
      readFile(`${directory}/${keyFile}`, 'utf8'),
    ])
    return { certificate, key }
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/** For a start, when nobody reads it: another one may be there until this is, and none if the process dies in between. */
export async function replaceAuthority(directory: string, authority: Certified): Promise<void> {
  const aside = await writeAside(directory, authority)
  await rm(directory, { recursive: true, force: true })
  await rename(aside, directory)
  await syncDirectory(dirname(directory))
}

async function writeAside(directory: string, { certificate, key }: Certified): Promise<string> {
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 })
  const aside = await mkdtemp(`${directory}.`)
  await writeFile(`${aside}/${keyFile}`, key, { mode: 0o600, flush: true })
  await writeFile(`${aside}/${certificateFile}`, certificate, { mode: 0o600, flush: true })
  return aside
}

/** The certificate and its key appear together or not at all. */
async function writeAuthority(directory: string, name: string): Promise<Certified> {
  const made = await makeOwnAuthority(name, Date.now())
  const aside = await writeAside(directory, made)
  try {
    await rename(aside, directory)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    const winner = await readAuthority(directory)
    if (winner === undefined) throw error
    return winner
  }
  await syncDirectory(dirname(directory))
  return made
}

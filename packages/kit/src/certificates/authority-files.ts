/** An authority of the installation, kept in a directory that only root can read. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from '../host/errno.ts'
import { syncDirectory } from '../host/write-atomic.ts'
import { type Certified, makeAuthority } from './issue.ts'

/** Longer than any installation is meant to live. */
const authorityDays = 20 * 365

/** The one for what sandboxes are shown in the place of servers whose requests get headers. */
export function ensureEgressAuthority(directory: string): Promise<Certified> {
  return ensureAuthority(directory, 'Cay egress')
}

/** The one for the names of the installation itself. */
export function ensureTlsAuthority(directory: string): Promise<Certified> {
  return ensureAuthority(directory, 'Cay')
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

async function readAuthority(directory: string): Promise<Certified | undefined> {
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

/** The certificate and its key appear together or not at all. */
async function writeAuthority(directory: string, name: string): Promise<Certified> {
  const made = await makeAuthority(name, { nowMs: Date.now(), days: authorityDays })
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 })
  const aside = await mkdtemp(`${directory}.`)
  try {
    await writeFile(`${aside}/${keyFile}`, made.key, { mode: 0o600, flush: true })
    await writeFile(`${aside}/${certificateFile}`, made.certificate, { mode: 0o600, flush: true })
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

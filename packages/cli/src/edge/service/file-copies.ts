/**
 * Files that settings name and that perhaps only root may read, such as the key of a certificate: the service that reads
 * one is given a copy. Whoever renews a file does so at its own place, so the copies are kept up to date.
 */
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { errnoOf, isErrno } from '@cay/kit/host/errno.ts'
import type { UnprivilegedService } from '@cay/kit/service-users.ts'
import type { FileCopy } from '../../ports/service-host.ts'
import { ownDirectory } from './data-directory.ts'

/** Read by Node itself, or by what sends traces. */
const ofAll = [
  'NODE_EXTRA_CA_CERTS',
  ...['OTEL_EXPORTER_OTLP_', 'OTEL_EXPORTER_OTLP_TRACES_'].flatMap((prefix) =>
    ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'].map((rest) => `${prefix}${rest}`),
  ),
]

const variables: Readonly<Record<UnprivilegedService, readonly string[]>> = {
  control: [...ofAll, 'CAY_BLOBS_CA_FILE', 'CAY_EVENTS_SYSLOG_CA_FILE'],
  proxy: [...ofAll, 'CAY_TLS_CERT_FILE', 'CAY_TLS_KEY_FILE'],
  egress: [...ofAll, 'CAY_EGRESS_CA_FILE'],
  agent: ofAll,
}

type Environment = Readonly<Record<string, string>>

/** What is to be copied for a service into its directory, made empty. */
export async function prepareCopies(
  service: UnprivilegedService,
  env: Environment,
  { directory, uid }: { directory: string; uid: number },
): Promise<readonly FileCopy[]> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  await ownDirectory(directory, { uid, gid: uid, mode: 0o500 })
  return variables[service].flatMap((variable) => {
    const from = env[variable]
    return from?.startsWith('/') === true ? [{ variable, from, to: `${directory}/${variable}`, uid }] : []
  })
}

/**
 * Copies it when it is not the same already. False when it cannot be read: a service that is told of the operator's path
 * then says so itself.
 */
export async function copyForService({ from, to, uid }: FileCopy): Promise<boolean> {
  const bytes = await readFile(from).catch((error: unknown) => {
    if (errnoOf(error) === undefined) throw error
  })
  if (bytes === undefined) return false
  if (bytes.equals(await readCopy(to))) return true
  const aside = `${to}.new`
  await rm(aside, { force: true })
  await writeFile(aside, bytes, { mode: 0o400, flush: true })
  await chown(aside, uid, uid)
  await rename(aside, to)
  return true
}

const nothing = Buffer.alloc(0)

async function readCopy(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return nothing
    throw error
  }
}

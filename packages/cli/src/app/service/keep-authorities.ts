/**
 * Where the records or the artifacts outlive the data directory, so must the authorities that sandboxes and clients trust: the
 * database has them, and is asked at every start. A machine that has had its answer before also starts without one.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { startServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Installation } from '../../installation.ts'

/** A connection that does not answer keeps the program no longer than this, in milliseconds, once it is told to stop. */
const stopGraceMs = 2_000

/** How long in milliseconds sandboxes wait for the answer of a database that they do not need. */
const askMsMax = 10_000

export async function keepAuthorities(
  installation: Installation,
  show: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { settings, layout, env } = installation
  if (settings.role === 'node' || !(settings.isOnPostgres || settings.usesObjectStore)) return
  const directories = [layout.egressAuthority, ...(settings.tls === 'auto' ? [layout.tlsAuthority] : [])]
  const mark = digestOf([env.CAY_DATABASE_URL ?? layout.database, ...directories])
  const isKept = directories.every(existsSync) && (await readMark(layout.authoritiesKept)) === mark
  const limited = isKept ? AbortSignal.any([signal, AbortSignal.timeout(askMsMax)]) : signal
  try {
    await runKeeper(installation, show, limited)
  } catch (error) {
    if (!isKept || signal.aborted) throw error
    show('the database does not answer; the certificate authorities of this machine are used')
    return
  }
  await writeFile(layout.authoritiesKept, mark, { mode: 0o600 })
}

async function runKeeper(
  { authorityKeeper, env }: Installation,
  show: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let complaint: string | undefined
  const child = startServiceProcess({
    ...authorityKeeper,
    env,
    onLine: (line, stream) => {
      if (stream === 'stderr') complaint = line
      else show(`took the ${line} authority from the database`)
    },
  })
  const stop = () => void child.stop(stopGraceMs)
  signal.addEventListener('abort', stop)
  const exit = await child.exited
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (exit.exitCode !== 0) throw new Error(complaint ?? `the authority keeper ${exit.words}`)
}

/** The URL of a database holds a password. */
function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

async function readMark(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * The key by which ssh knows this user's `cay`, beside the file that ssh reads it from. No connection leaves the machine before it
 * reaches `cay`, so the key protects nothing by itself; but ssh asks about hosts that it does not know.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isErrno } from '@cay/kit/host/errno.ts'
import { createAtomic, writeAtomic } from '@cay/kit/host/write-atomic.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { hostKeyAlias } from '../../dialect/ssh/ssh-config.ts'

export interface HostKey {
  /** As PEM of OpenSSH. */
  readonly privateKey: string
  readonly knownHostsFile: string
}

/** Makes it where there is none yet. */
export async function readHostKey({
  XDG_CONFIG_HOME: configHome = '',
  HOME: home = homedir(),
}: Environment): Promise<HostKey> {
  const directory = join(isAbsolute(configHome) ? configHome : join(home, '.config'), 'cay', 'ssh')
  const keyFile = join(directory, 'host_key')
  const knownHostsFile = join(directory, 'known_hosts')
  const { default: ssh2 } = await import('ssh2')
  let privateKey = await readOrNothing(keyFile)
  if (privateKey === undefined) {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    // Of two processes that do it at once, the first one's key stays.
    await createAtomic(keyFile, ssh2.utils.generateKeyPairSync('ed25519').private)
    privateKey = await readFile(keyFile, 'utf8')
  }
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error)
    throw new Error(`${keyFile} is no private key: remove it, and \`cay ssh-config\` makes another`, {
      cause: parsed,
    })
  const line = `${hostKeyAlias} ${parsed.type} ${parsed.getPublicSSH().toString('base64')}\n`
  if ((await readOrNothing(knownHostsFile)) !== line) await writeAtomic(knownHostsFile, line)
  return { privateKey, knownHostsFile }
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

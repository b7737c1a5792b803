import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { readOptional } from '@cay/kit/settings.ts'
import { findSandbox, tokensOf } from '../app/sandbox/find-sandbox.ts'
import { keepAlive } from '../app/sandbox/keep-alive.ts'
import { sandboxHandlers } from '../app/ssh/serve-sandbox.ts'
import type { SshVerbs } from '../commands/ssh-commands.ts'
import { CommandError } from '../dialect/output/command-error.ts'
import { defaultUser, parseSshHost, renderSshConfig } from '../dialect/ssh/ssh-config.ts'
import { connectAsTeam } from '../edge/control/control-client.ts'
import { addressOf, connectDaemon } from '../edge/sandbox/sandbox-daemon.ts'
import { readHostKey } from '../edge/ssh/host-key.ts'
import { connectSandboxTree } from '../edge/ssh/sandbox-tree.ts'
import { serveSsh } from '../edge/ssh/ssh-server.ts'
import { onOutputLoss } from '../edge/terminal.ts'
import { ownEnvironment } from '../environment.ts'
import { chooseProfile } from './chosen-profile.ts'
import { access } from './client-access.ts'
import { printError, printed } from './console.ts'
import { daemonAccess } from './sandbox-session.ts'

const cayFile = fileURLToPath(new URL('../../bin/cay.mjs', import.meta.url))
/** They say which installation is meant; a key in the environment is not written into a file. */
const namingVariables = ['CAY_DATA_DIR', 'CAY_CONFIG', 'XDG_CONFIG_HOME']

export const sshVerbs: SshVerbs = {
  async printSshConfig() {
    const { knownHostsFile } = await readHostKey(ownEnvironment)
    const set = namingVariables.flatMap((name) => {
      const value = readOptional(ownEnvironment, name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const env = Object.fromEntries(set)
    return printed(renderSshConfig({ command: [process.execPath, cayFile], env, knownHostsFile }))
  },
  async serveSsh(host) {
    const named = parseSshHost(host)
    if (named === undefined) throw new CommandError(`"${host}" is not ID.cay or ID.PROFILE.cay`)
    if (named.profile !== undefined) chooseProfile(named.profile)
    const client = await access()
    const team = connectAsTeam(client)
    const found = await findSandbox(team, named.id)
    const tokens = await tokensOf(team, found)
    const { privateKey: hostKey } = await readHostKey(ownEnvironment)
    const open = (user: string | undefined) => {
      const address = daemonAccess(client, found.sandboxId, { ...tokens, user })
      const daemon = connectDaemon(address)
      return { daemon, files: connectSandboxTree(addressOf(address), { user, start: daemon.start }) }
    }
    const end = keepAlive(team, found.sandboxId)
    const stream = Duplex.from({ readable: process.stdin, writable: process.stdout })
    const handlers = sandboxHandlers({ open, printError }, defaultUser)
    // Both come when ssh goes. Its streams end too, and terminals are hung up then.
    process.on('SIGHUP', () => undefined)
    onOutputLoss(() => undefined)
    try {
      await serveSsh(stream, { hostKey, handlers })
    } finally {
      end()
      await handlers.hangUp()
    }
    // What else runs in the sandbox is not waited for.
    process.exit(0)
  },
}

/**
 * The daemon without a sandbox: it runs in this process, on a free port, with the ids of this process and a home
 * directory of its own. There is one user, `user`, who has these ids; changes to the host's identity are only
 * recorded. Closing it leaves nothing behind.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDaemon } from '../daemon.ts'
import { createFileTree } from '../edge/filesystem/file-tree.ts'
import { createMetadataStore } from '../edge/filesystem/metadata-store.ts'
import { createRestoreHooks } from '../edge/identity/restore-hooks.ts'
import { createTrustStore } from '../edge/identity/trust-store.ts'
import { createLaunchers } from '../edge/process/launcher-files.ts'
import { createProcessHost } from '../edge/process/process-host.ts'
import { createReaper } from '../edge/process/reaper.ts'
import { openDirectoryView } from '../edge/root-changes/root-view.ts'
import { createOwnMemory } from '../edge/usage/own-memory.ts'
import { createSystemUsage } from '../edge/usage/usage.ts'
import { openChangeFeed } from '../edge/watch/change-feed.ts'
import type { User, UserDirectory } from '../ports/user.ts'
import { countFeeds, type FeedCounts } from './counted-feeds.ts'

export interface OwnDaemon extends AsyncDisposable {
  readonly url: string
  /** For the processes of the sandbox. */
  readonly helperUrl: string
  readonly home: string
  readonly hostnames: readonly string[]
  /** The processor counts that programs were limited to, one entry per call. */
  readonly shownProcessors: readonly number[]
  /** The number of repairs of the event loop. */
  readonly healed: () => number
  /** What was repaired because a restore may have removed it, one entry per call. */
  readonly repaired: readonly string[]
  /** The identity that processes of the sandbox read. */
  readonly published: Readonly<Record<string, string>>
  /** The announced restores, one entry each: `other sandbox` or `same sandbox`. */
  readonly announced: readonly string[]
  /** The currently watched directories. */
  readonly watching: () => FeedCounts
}

const anywhere = { host: '127.0.0.1', port: 0 }

/**
 * `usersOf` is called with the home directory; by default there is one user. `at` is the address that clients connect
 * to.
 */
export async function startOwnDaemon(
  usersOf: (home: string) => UserDirectory = singleUser,
  at: typeof anywhere = anywhere,
): Promise<OwnDaemon> {
  const directory = mkdtempSync(join(tmpdir(), 'envd-'))
  const hostnames: string[] = []
  const shownProcessors: number[] = []
  const repaired: string[] = []
  const published: Record<string, string> = {}
  let healed = 0
  const announced: string[] = []
  const feeds = countFeeds(openChangeFeed)
  const { api, helper } = createDaemon({
    host: createProcessHost({
      reaper: createReaper(false),
      launcherOf: createLaunchers(join(directory, 'launchers')),
    }),
    users: usersOf(directory),
    tree: createFileTree(),
    metadata: createMetadataStore(),
    openChangeFeed: feeds.open,
    usage: createSystemUsage(),
    // The machine's own processes must not be affected.
    processTable: { alive: () => [] },
    memory: {
      hasProcesses: () => false,
      use: () => ({ usedBytes: 0, runtimeBytes: 0, garbageBytes: 0 }),
      mountedBytes: () => 0,
      processes: () => [],
      inDepth: (process) => process,
      count: () => 0,
      stopAll: () => () => undefined,
      end: () => undefined,
      isAlive: () => false,
    },
    processStopper: {
      stopAll: () => Promise.resolve({ assertStopped: () => undefined, continueAll: () => undefined }),
    },
    rootFiles: { open: () => openDirectoryView(directory) },
    hostIdentity: {
      setHostname: (name) => void hostnames.push(name),
      setMachineId: () => undefined,
      limitProcesses: () => undefined,
      claimHelperAddress: () => void repaired.push('helper address'),
      publishVariables: (variables) => {
        for (const [name, value] of Object.entries(variables))
          if (value === undefined) delete published[name]
          else published[name] = value
      },
    },
    trustStore: createTrustStore({
      bundle: `${directory}/trust/bundle.crt`,
      otherBundles: [`${directory}/pki/bundle.pem`],
      otherLocalDirectories: [`${directory}/pki/anchors`],
      localDirectory: `${directory}/trust/local`,
      additions: `${directory}/trust/local/cay.pem`,
    }),
    // The machine's own mount must not be affected.
    procMount: { dropCache: () => void repaired.push('/proc') },
    volumeMounts: { mount: (paths) => void repaired.push(`volumes ${paths.join(' ')}`) },
    processorLimit: { limit: (count) => void shownProcessors.push(count) },
    restoreNotice: {
      announce: ({ isOtherSandbox }) => {
        announced.push(isOtherSandbox ? 'other sandbox' : 'same sandbox')
        return { generation: `generation-${announced.length}`, trouble: undefined }
      },
    },
    restoreHooks: createRestoreHooks(`${directory}/restore.d`),
    ownMemory: createOwnMemory(),
    eventLoop: {
      heal: async () => {
        healed += 1
      },
    },
    searchPath: '/usr/local/bin:/usr/bin:/bin',
    nowMs: () => performance.now(),
  })
  const [url, helperUrl] = await Promise.all([listen(api, at), listen(helper, anywhere)])
  return {
    url,
    helperUrl,
    home: directory,
    hostnames,
    shownProcessors,
    repaired,
    published,
    healed: () => healed,
    announced,
    watching: feeds.now,
    async [Symbol.asyncDispose]() {
      for (const server of [api, helper]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function listen(server: Server, at: typeof anywhere): Promise<string> {
  await new Promise<void>((resolve) => server.listen(at, resolve))
  const { address, port } = server.address() as AddressInfo
  return `http://${address}:${port}`
}

function singleUser(home: string): UserDirectory {
  const gid = process.getgid?.() ?? 0
  const user: User = {
    name: 'user',
    uid: process.getuid?.() ?? 0,
    gid,
    groups: [gid],
    home,
    shell: '/bin/sh',
  }
  return {
    find: (name) => (name === user.name ? user : undefined),
    userName: (uid) => (uid === user.uid ? user.name : String(uid)),
    groupName: (id) => (id === gid ? user.name : String(id)),
  }
}

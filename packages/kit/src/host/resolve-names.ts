/**
 * Names to IPv4 addresses. `dns.lookup` runs in the four threads of libuv, which the whole process shares: a few names whose
 * servers are silent stop all other lookups, and work on files. So names that users choose are resolved by c-ares, which
 * needs no thread; and names of the operator take two of the threads at most. A lint rule keeps `node:dns` in this file.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { Semaphore } from '../flow/semaphore.ts'

/** Returns the IPv4 addresses of a name; rejects when there are none. */
export type ResolveName = (host: string) => Promise<readonly string[]>

/** Of one query to one server, in milliseconds. */
const queryMsMax = 2000
const triesMax = 2
/** How long the servers and the hosts file that were read are used, in milliseconds. */
const freshMs = 5000

export interface ResolverOptions {
  /** `address` or `address:port`; none: those of the system, and its hosts file before them. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
}

/** For names that users choose: they are complete, so search domains of the system are not tried. */
export function createResolver({
  servers = [],
  hostsFile = '/etc/hosts',
}: ResolverOptions = {}): ResolveName {
  let read: Promise<NameSource> | undefined
  let readAtMs = 0
  return async (host) => {
    const nowMs = performance.now()
    if (read === undefined || nowMs - readAtMs > freshMs) {
      readAtMs = nowMs
      read = readSource(servers, hostsFile)
    }
    const { resolver, hosts } = await read
    return hosts.get(host.toLowerCase()) ?? (await resolver.resolve4(host))
  }
}

interface NameSource {
  readonly resolver: Resolver
  readonly hosts: ReadonlyMap<string, readonly string[]>
}

async function readSource(servers: readonly string[], hostsFile: string): Promise<NameSource> {
  // A resolver reads the system's list of servers when it is made.
  const resolver = new Resolver({ timeout: queryMsMax, tries: triesMax, maxTimeout: queryMsMax })
  if (servers.length > 0) {
    resolver.setServers([...servers])
    return { resolver, hosts: new Map() }
  }
  return { resolver, hosts: parseHosts(await readFile(hostsFile, 'utf8').catch(() => '')) }
}

/** IPv4 addresses by name, in lower case. */
function parseHosts(text: string): Map<string, readonly string[]> {
  const hosts = new Map<string, readonly string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    if (!/^\d+\.\d+\.\d+\.\d+$/.test(address)) continue
    for (const name of names.map((each) => each.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), address])
  }
  return hosts
}

const operatorLookups = new Semaphore(2)
const pendingLookups = new Map<string, Promise<readonly string[]>>()

/**
 * For names in the settings of the operator, resolved as programs of the machine do, with all that its name service switch
 * knows. Never for a name that a user chose.
 */
export function resolveOperatorName(host: string): Promise<readonly string[]> {
  const pending = pendingLookups.get(host)
  if (pending !== undefined) return pending
  const found = operatorLookups
    .run(async () => (await lookup(host, { all: true, family: 4 })).map(({ address }) => address))
    .finally(() => pendingLookups.delete(host))
  pendingLookups.set(host, found)
  return found
}

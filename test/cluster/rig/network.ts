/**
 * The network of the rig: a router in a network namespace of its own, with a cable to this machine and one to each node.
 *
 *   this machine ── .1 │ .2 router .2 │ .11 node 1
 *   (client, PostgreSQL,              │ .12 node 2
 *    object store)                    │ .13 node 3
 *
 * A router and not a bridge, so that packets between any two of them pass its packet rules, which drop those of a partition.
 * The namespace is that of a process that ends with the test process. With it go all of the cables.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { retry } from '@cay/kit/flow/retry.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'

export interface RigNetwork extends AsyncDisposable {
  /** Of this machine, as nodes see it. */
  readonly hostAddress: string
  /** Of a process in the router's namespace, where tests put hosts that nodes reach as hosts of the internet. */
  readonly routerPid: number
  /** Gives the network namespace of a process the address of that node, from 1. */
  connect(index: number, pid: number): Promise<void>
  addressOf(index: number): string
  /** Drops what goes from one address to the other, in this direction. */
  drop(from: string, to: string): Promise<void>
  /** Ends all partitions. */
  heal(): Promise<void>
}

/** Each rig has 256 addresses. Not of 198.18.0.0/15, which sandboxes have. */
const networkOf = (number: number) => `10.213.${number}`
const networksMax = 256

export async function openNetwork(): Promise<RigNetwork> {
  await using stack = new AsyncDisposableStack()
  const router = spawn(
    'setpriv',
    ['--pdeathsig=KILL', 'unshare', '--net', '--', 'sh', '-c', 'echo up; exec sleep infinity'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  stack.defer(() => end(router))
  await once(router.stdout, 'data')
  const pid = router.pid ?? 0
  const number = await layCable(pid)
  const cableIndex = indexOf(cableOf(number))
  const network = networkOf(number)
  const inRouter = (script: string) => run(['nsenter', `--net=/proc/${pid}/ns/net`, 'sh', '-ec', script])
  await run(['sh', '-ec', hostScript(number)])
  await inRouter(routerScript(network))
  const owned = stack.move()
  return {
    hostAddress: `${network}.1`,
    routerPid: pid,
    addressOf: (index) => `${network}.${10 + index}`,
    async connect(index, peer) {
      const address = `${network}.${10 + index}`
      // The kernel removes that of a machine that lost its power some time after its last process.
      await inRouter(`
        ip link del n${index} 2> /dev/null || true
        ip link add n${index} type veth peer name eth0 netns ${peer}
        ip addr add ${network}.2/32 dev n${index}
        ip link set n${index} up
        ip route add ${address} dev n${index}`)
      await run(['nsenter', `--net=/proc/${peer}/ns/net`, 'sh', '-ec', nodeScript(network, address)])
    },
    drop: async (from, to) =>
      void (await inRouter(`nft add rule inet faults forward ip saddr ${from} ip daddr ${to} drop`)),
    heal: async () => void (await inRouter('nft flush chain inet faults forward')),
    async [Symbol.asyncDispose]() {
      await owned.disposeAsync()
      await cableIsGone(cableOf(number), cableIndex)
    },
  }
}

const cableOf = (number: number) => `cayrig${number}`

/** Of an interface of this machine; undefined when there is none. Another one of that name has another index. */
function indexOf(device: string): string | undefined {
  const path = `/sys/class/net/${device}/ifindex`
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The kernel removes it with the namespace of the router, some time after the last process there. Throws when it stays. */
async function cableIsGone(device: string, index: string | undefined): Promise<void> {
  await retry(
    async () => {
      if (index !== undefined && indexOf(device) === index)
        throw new Error(`the rig has left the interface ${device}`)
    },
    { attempts: 100, delayMs: () => 200 },
  )
}

/** Returns the number of a network that no other rig has. */
async function layCable(router: number): Promise<number> {
  for (let number = 0; number < networksMax; number++) {
    try {
      const cable = ['type', 'veth', 'peer', 'name', 'host', 'netns', String(router)]
      await run(['ip', 'link', 'add', cableOf(number), ...cable])
      return number
    } catch (error) {
      if (!(error instanceof ToolError) || !error.stderr.includes('File exists')) throw error
    }
  }
  throw new Error(`${networksMax} rigs run on this machine`)
}

function hostScript(number: number): string {
  const network = networkOf(number)
  const device = cableOf(number)
  return `
    ip addr add ${network}.1/32 dev ${device}
    ip link set ${device} up
    ip route add ${network}.2/32 dev ${device} src ${network}.1
    ip route add ${network}.0/24 via ${network}.2 src ${network}.1`
}

/** A host beside the router (test/support/outside-host.ts) knows the router's own address there, and none of the nodes. */
function routerScript(network: string): string {
  return `
    ip link set lo up
    echo 1 > /proc/sys/net/ipv4/ip_forward
    ip addr add ${network}.2/32 dev host
    ip link set host up
    ip route add ${network}.1/32 dev host
    nft add table inet faults
    nft add chain inet faults forward '{ type filter hook forward priority 0; }'
    nft add table ip outside
    nft add chain ip outside postrouting '{ type nat hook postrouting priority srcnat; }'
    nft add rule ip outside postrouting oifname "cayt-*" masquerade`
}

function nodeScript(network: string, address: string): string {
  return `
    ip link set lo up
    ip addr add ${address}/32 dev eth0
    ip link set eth0 up
    ip route add ${network}.2/32 dev eth0
    ip route add default via ${network}.2`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

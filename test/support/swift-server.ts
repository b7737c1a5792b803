/**
 * A real S3 server for tests: OpenStack Swift in a chroot, on loopback, with namespaces of its own. All of its processes
 * end with the one that is started here, and that ends with the test process, however this ends.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { S3Location } from '@cay/kit/blobs-settings.ts'
import { AwsV4Signer } from 'aws4fetch'
import { freePorts } from './free-ports.ts'
import { testDataDir } from './installation.ts'

/** Owns the buckets that it makes. */
export const swiftOwner = { accessKey: 'test:owner', secretKey: 'owner-secret' } as const
/** Of the same account, without any right. */
export const swiftUnprivileged = { accessKey: 'test:unprivileged', secretKey: 'unprivileged-secret' } as const

/** Milliseconds until it answers; a busy machine takes half a minute. */
const readyMsMax = 120_000
const program = 'swift-server.py'

export interface SwiftServer extends AsyncDisposable {
  readonly endpoint: string
  /** A location in a bucket of that name, which is made. */
  createBucket(bucket: string): Promise<S3Location>
  /** It accepts connections and answers nothing until it is resumed. */
  pause(): void
  resume(): void
}

const loopback = '127.0.0.1'

/** `tree`: what swiftTree() returned; `host`: the address of this machine that it is served at. */
export async function startSwift(tree: string, host = loopback): Promise<SwiftServer> {
  await using stack = new AsyncDisposableStack()
  const state = await makeState()
  stack.defer(() => rm(state, { recursive: true, force: true }))
  await copyFile(join(dirname(fileURLToPath(import.meta.url)), program), join(state, program))
  const ports = await freePorts(4)
  const [proxy = 0] = ports
  const child = spawn('setpriv', argumentsFor(tree, state, [host, ...ports]), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
    })
  stack.defer(() => end(child))
  const endpoint = `http://${host}:${proxy}`
  await answers(child, [endpoint, ...ports.slice(1).map((port) => `http://${loopback}:${port}`)], () => said)
  const owned = stack.move()
  return {
    endpoint,
    createBucket: (bucket) => createBucket(endpoint, bucket),
    pause: () => signalAll(child, 'SIGSTOP'),
    resume: () => signalAll(child, 'SIGCONT'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Below the clone: Swift needs extended attributes, which /tmp may not have. Removes what test runs that were killed left. */
async function makeState(): Promise<string> {
  const parent = join(dirname(testDataDir()), 'swift-state')
  await mkdir(parent, { recursive: true })
  for (const name of await readdir(parent))
    if (!isAlive(Number(name.split('-')[0]))) await rm(join(parent, name), { recursive: true, force: true })
  return await mkdtemp(join(parent, `${process.pid}-`))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // There is no such process.
    return false
  }
}

/** The mounts are seen by these processes only, and go with them. */
const mountAndServe =
  'mount --bind "$2" "$1/srv" && mount -t proc proc "$1/proc" && root=$1 && shift 2 && exec chroot "$root" python3 /srv/swift-server.py "$@"'

function argumentsFor(tree: string, state: string, args: readonly (string | number)[]): string[] {
  return [
    ...['--pdeathsig=KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child=KILL', '--'],
    ...['sh', '-c', mountAndServe, 'sh', tree, state, ...args.map(String)],
  ]
}

const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

/** All four: the proxy is ready before those that it asks. */
async function answers(child: ChildProcess, urls: readonly string[], said: () => string): Promise<void> {
  const deadlineMs = Date.now() + readyMsMax
  for (const url of urls) {
    while (!(await isAnswering(url))) {
      if (child.exitCode !== null) throw new Error(`Swift ended with ${child.exitCode}: ${said()}`)
      if (Date.now() > deadlineMs) throw new Error(`Swift does not answer: ${said()}`)
      await sleep(100)
    }
  }
}

/** Whatever it answers. */
async function isAnswering(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/healthcheck`)).arrayBuffer()
    return true
  } catch {
    // Nobody listens yet.
    return false
  }
}

async function createBucket(endpoint: string, bucket: string): Promise<S3Location> {
  const { accessKey, secretKey } = swiftOwner
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: `${endpoint}/${bucket}`,
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region: 'us-east-1',
  })
  const { url, method, headers } = await signer.sign()
  const response = await fetch(url, { method, headers })
  if (!response.ok)
    throw new Error(`bucket ${bucket} was not made: ${response.status} ${await response.text()}`)
  return { kind: 's3', endpoint, bucket, prefix: '', region: 'us-east-1', style: 'path' }
}

/** A process group of its own. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/**
 * Debian's `docker-registry` on loopback, filled as any client would fill it: a registry that behaves. With TLS when it is
 * given an authority, and with a password when it is given a login.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as safeRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Certified, openIssuer } from '@cay/kit/certificates/issue.ts'
import { unpackPackages } from './debian-packages.ts'
import { freePorts } from './free-ports.ts'
import { digestOf, type GoodImage, imageConfig, imageManifest, mediaTypes } from './image-manifest.ts'

export interface DebianRegistryOptions {
  /** Vouches for the registry; absent: no TLS. */
  readonly authority?: Certified
  /** Whether only `registryLogin` may do anything. */
  readonly asksForLogin?: boolean
}

export const registryLogin = { username: 'me', password: 'correct-horse-battery-staple' } as const
/** One line of htpasswd. The registry takes bcrypt alone; the cost is the least there is. */
const passwordLine = `${registryLogin.username}:$2y$04$abcdefghijklmnopqrstuuvmHCm.L9dn41XyF2XEemEOKRtNaxWva\n`

/** Milliseconds until it answers; a busy machine takes a second. */
const readyMsMax = 60_000

export class DebianRegistry implements AsyncDisposable {
  readonly host: string
  readonly #options: DebianRegistryOptions
  readonly #stack: AsyncDisposableStack

  private constructor(host: string, options: DebianRegistryOptions, stack: AsyncDisposableStack) {
    this.host = host
    this.#options = options
    this.#stack = stack
  }

  static async start(options: DebianRegistryOptions = {}): Promise<DebianRegistry> {
    await using stack = new AsyncDisposableStack()
    const { tree } = stack.use(await unpackPackages('docker-registry'))
    const directory = await mkdtemp(join(tmpdir(), 'cay-registry-'))
    stack.defer(() => rm(directory, { recursive: true, force: true }))
    const [port = 0] = await freePorts(1)
    const settings = await writeSettings(directory, port, options)
    const child = spawn(`${tree}/usr/bin/docker-registry`, ['serve', settings], { stdio: 'ignore' })
    stack.defer(() => end(child))
    const registry = new DebianRegistry(`localhost:${port}`, options, stack.move())
    await registry.#answers(child)
    return registry
  }

  /** Returns the reference to build from. */
  async add(name: string, image: GoodImage): Promise<string> {
    const config = imageConfig(image)
    for (const bytes of [config, ...image.layers]) await this.#upload(name, bytes)
    const path = `/v2/${name}/manifests/latest`
    const type = image.types?.manifest ?? mediaTypes.manifest
    await this.#expect(201, 'PUT', path, { body: imageManifest(image, config), type })
    return `${this.host}/${name}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  async #upload(name: string, body: Buffer): Promise<void> {
    const { location } = await this.#expect(202, 'POST', `/v2/${name}/blobs/uploads/`)
    const place = new URL(location ?? '', this.#origin)
    place.searchParams.set('digest', digestOf(body))
    await this.#expect(201, 'PUT', `${place.pathname}${place.search}`, {
      body,
      type: 'application/octet-stream',
    })
  }

  async #answers(child: ChildProcess): Promise<void> {
    const deadlineMs = Date.now() + readyMsMax
    for (;;) {
      if (child.exitCode !== null) throw new Error(`docker-registry ended with ${child.exitCode}`)
      const found = await this.#expect(200, 'GET', '/v2/').catch((error: unknown) => error)
      if (!(found instanceof Error)) return
      if (Date.now() > deadlineMs) throw found
      await sleep(50)
    }
  }

  get #origin(): string {
    return `${this.#options.authority === undefined ? 'http' : 'https'}://${this.host}`
  }

  async #expect(
    status: number,
    method: string,
    path: string,
    { body, type }: { body?: Buffer; type?: string } = {},
  ): Promise<{ location?: string | undefined }> {
    const { authority, asksForLogin } = this.#options
    const { username, password } = registryLogin
    const outgoing = (authority === undefined ? plainRequest : safeRequest)(`${this.#origin}${path}`, {
      method,
      headers: {
        'content-length': body?.length ?? 0,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(authority === undefined ? {} : { ca: authority.certificate }),
      ...(asksForLogin === true ? { auth: `${username}:${password}` } : {}),
    })
    outgoing.end(body)
    const [response] = await once(outgoing, 'response')
    const said = await text(response)
    if (response.statusCode !== status) throw new Error(`${method} ${path}: ${response.statusCode} ${said}`)
    return { location: response.headers.location }
  }
}

/** The format is JSON as well as YAML. */
async function writeSettings(
  directory: string,
  port: number,
  { authority, asksForLogin }: DebianRegistryOptions,
): Promise<string> {
  const http: Record<string, unknown> = { addr: `127.0.0.1:${port}` }
  if (authority !== undefined) {
    const issuer = await openIssuer(authority)
    const { certificate, key } = await issuer.issue({ names: ['localhost'], nowMs: Date.now(), days: 1 })
    http.tls = { certificate: `${directory}/certificate.pem`, key: `${directory}/key.pem` }
    await writeFile(`${directory}/certificate.pem`, certificate)
    await writeFile(`${directory}/key.pem`, key, { mode: 0o600 })
  }
  await writeFile(`${directory}/htpasswd`, passwordLine)
  const auth =
    asksForLogin === true ? { htpasswd: { realm: 'test', path: `${directory}/htpasswd` } } : undefined
  const storage = { filesystem: { rootdirectory: `${directory}/data` } }
  const file = `${directory}/settings.yml`
  await writeFile(file, JSON.stringify({ version: 0.1, log: { level: 'error' }, storage, http, auth }))
  return file
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/**
 * A registry of container images on loopback, with images made by hand. It can ask for a password, and it can misbehave:
 * send other bytes than it promised, stall, or send its callers elsewhere.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestImage {
  /** Packed or not, the lowest first. */
  readonly layers: readonly Buffer[]
  readonly variables?: readonly string[]
  readonly architecture?: string
  /** As `user:password`; absent: everybody may. */
  readonly login?: string
  /** Stands in the manifest instead of what the layers have. */
  readonly claims?: { readonly digest?: string; readonly size?: number }
  readonly trouble?: 'stalls' | 'sends more' | 'redirects'
}

/** Enough that whoever believes a size is found out, and little enough for a test. */
const tooManyBytes = 64 * 1024 * 1024

const types = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar',
} as const

interface Blob {
  readonly bytes: Buffer
  readonly image: TestImage
  readonly isLayer: boolean
}

export class TestRegistry {
  readonly #server: Server
  readonly #images = new Map<string, { image: TestImage; manifest: Buffer }>()
  readonly #blobs = new Map<string, Blob>()
  readonly #elsewhere: Server
  /** Headers of requests that came to where callers were sent. */
  readonly seenElsewhere: IncomingMessage['headers'][] = []

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response))
    this.#elsewhere = createServer((request, response) => {
      this.seenElsewhere.push(request.headers)
      const blob = this.#blobs.get(request.url?.split('/').at(-1) ?? '')
      response.writeHead(200, { 'content-length': blob?.bytes.length ?? 0 }).end(blob?.bytes)
    })
  }

  static async start(): Promise<TestRegistry> {
    const registry = new TestRegistry()
    await listen(registry.#server, '127.0.0.1')
    // A name of its own: to clients another port of the same host is the same host.
    await listen(registry.#elsewhere, '127.0.0.2')
    return registry
  }

  get host(): string {
    return `127.0.0.1:${portOf(this.#server)}`
  }

  /** Returns the reference to build from. */
  add(name: string, image: TestImage): string {
    const config = Buffer.from(
      JSON.stringify({
        architecture: image.architecture ?? (process.arch === 'x64' ? 'amd64' : process.arch),
        os: 'linux',
        config: { Env: image.variables ?? [] },
        rootfs: { type: 'layers', diff_ids: image.layers.map(digestOf) },
      }),
    )
    const layers = image.layers.map((bytes) => ({
      mediaType: types.layer,
      digest: image.claims?.digest ?? digestOf(bytes),
      size: image.claims?.size ?? bytes.length,
    }))
    const manifest = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: types.manifest,
        config: { mediaType: types.config, digest: digestOf(config), size: config.length },
        layers,
      }),
    )
    this.#images.set(name, { image, manifest })
    this.#blobs.set(digestOf(config), { bytes: config, image, isLayer: false })
    for (const [index, bytes] of image.layers.entries())
      this.#blobs.set(layers[index]?.digest ?? '', { bytes, image, isLayer: true })
    return `${this.host}/${name}`
  }

  async stop(): Promise<void> {
    for (const server of [this.#server, this.#elsewhere]) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const [, name = '', kind, reference = ''] =
      /^\/v2\/(.+)\/(manifests|blobs)\/(.+)$/.exec(request.url ?? '') ?? []
    const found = this.#images.get(name)
    // A ping is how clients learn that there are logins.
    if (kind === undefined || !isAllowed(request, found?.image)) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end(errorBody('UNAUTHORIZED'))
    } else if (found === undefined) response.writeHead(404).end(errorBody('NAME_UNKNOWN'))
    else if (kind === 'manifests') this.#sendManifest(request, response, found.manifest)
    else this.#sendBlob(response, reference)
  }

  #sendManifest(request: IncomingMessage, response: ServerResponse, manifest: Buffer): void {
    response.writeHead(200, {
      'content-type': types.manifest,
      'content-length': manifest.length,
      'docker-content-digest': digestOf(manifest),
    })
    response.end(request.method === 'HEAD' ? undefined : manifest)
  }

  #sendBlob(response: ServerResponse, digest: string): void {
    const blob = this.#blobs.get(digest)
    if (blob === undefined) {
      response.writeHead(404).end(errorBody('BLOB_UNKNOWN'))
      return
    }
    const { bytes, image, isLayer } = blob
    switch (isLayer ? image.trouble : undefined) {
      case 'stalls':
        response.writeHead(200, { 'content-length': bytes.length })
        response.write(bytes.subarray(0, 10))
        return
      case 'sends more':
        response.writeHead(200)
        response.end(Buffer.concat([bytes, Buffer.alloc(tooManyBytes)]))
        return
      case 'redirects':
        response.writeHead(307, { location: `http://127.0.0.2:${portOf(this.#elsewhere)}/${digest}` }).end()
        return
      default:
        response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    }
  }
}

function isAllowed({ headers }: IncomingMessage, image: TestImage | undefined): boolean {
  if (image?.login === undefined) return true
  return headers.authorization === `Basic ${Buffer.from(image.login).toString('base64')}`
}

function errorBody(code: string): string {
  return JSON.stringify({ errors: [{ code, message: code.toLowerCase() }] })
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

function listen(server: Server, host: string): Promise<void> {
  return new Promise((resolve) => server.listen(0, host, resolve))
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

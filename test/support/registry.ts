/**
 * A registry of container images on loopback that misbehaves, with images made by hand: it sends other bytes than it
 * promised, stalls, sends its callers elsewhere, or asks for passwords of kinds that others do not take.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  digestOf,
  type GoodImage,
  imageConfig,
  imageIndex,
  imageManifest,
  mediaTypes,
} from './image-manifest.ts'

export interface TestImage extends GoodImage {
  /** As `user:password`; absent: everybody may. */
  readonly login?: string
  /** Stands in the manifest instead of what the layers have. */
  readonly claims?: { readonly digest?: string; readonly size?: number }
  /** Asked for by its name it is an index that tells of these machines; absent: it is of one alone. */
  readonly indexOf?: readonly string[]
  readonly trouble?: 'stalls' | 'sends more' | 'redirects' | 'has lost its layers'
  /** Sent instead of its manifest. */
  readonly otherManifest?: { readonly type: string; readonly text: string }
}

/** What whoever logs in to a registry with tokens gets. */
const token = 'token-of-the-tests'

/** Enough that whoever believes a size is found out, and little enough for a test. */
const tooManyBytes = 64 * 1024 * 1024

interface Blob {
  readonly bytes: Buffer
  readonly image: TestImage
  readonly isLayer: boolean
}

export class TestRegistry {
  readonly #server: Server
  readonly #images = new Map<string, { image: TestImage; manifest: Buffer; index: Buffer | undefined }>()
  readonly #blobs = new Map<string, Blob>()
  readonly #elsewhere: Server
  readonly #asksForTokens: boolean
  /** Headers of requests that came to where callers were sent. */
  readonly seenElsewhere: IncomingMessage['headers'][] = []

  private constructor(asksForTokens: boolean) {
    this.#asksForTokens = asksForTokens
    this.#server = createServer((request, response) => this.#answer(request, response))
    this.#elsewhere = createServer((request, response) => {
      this.seenElsewhere.push(request.headers)
      const blob = this.#blobs.get(request.url?.split('/').at(-1) ?? '')
      response.writeHead(200, { 'content-length': blob?.bytes.length ?? 0 }).end(blob?.bytes)
    })
  }

  /** `asksForTokens`: logins are for a token server, as with large registries, and every image needs a token. */
  static async start(asksForTokens = false): Promise<TestRegistry> {
    const registry = new TestRegistry(asksForTokens)
    await listen(registry.#server, '127.0.0.1')
    // A name of its own: to clients another port of the same host is the same host.
    await listen(registry.#elsewhere, '127.0.0.2')
    return registry
  }

  get host(): string {
    return `127.0.0.1:${portOf(this.#server)}`
  }

  /** Where callers are sent. */
  get elsewhere(): string {
    return `127.0.0.2:${portOf(this.#elsewhere)}`
  }

  /** Returns the reference to build from. */
  add(name: string, image: TestImage): string {
    const config = imageConfig(image)
    const usual = imageManifest(image, config, image.claims)
    const manifest = image.otherManifest === undefined ? usual : Buffer.from(image.otherManifest.text)
    const index = image.indexOf === undefined ? undefined : imageIndex(manifest, image.indexOf)
    this.#images.set(name, { image, manifest, index })
    this.#blobs.set(digestOf(config), { bytes: config, image, isLayer: false })
    for (const bytes of image.layers)
      this.#blobs.set(image.claims?.digest ?? digestOf(bytes), { bytes, image, isLayer: true })
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
    if (this.#asksForTokens && request.url?.startsWith('/token?')) this.#sendToken(request, response)
    // A ping is how clients learn that there are logins, and of which kind.
    else if (kind === undefined || !this.#isAllowed(request, found?.image)) {
      const realm = `Bearer realm="http://${this.host}/token",service="test"`
      const challenge = this.#asksForTokens ? realm : 'Basic realm="test"'
      response.writeHead(401, { 'www-authenticate': challenge }).end(errorBody('UNAUTHORIZED'))
    } else if (found === undefined) response.writeHead(404).end(errorBody('NAME_UNKNOWN'))
    else if (kind === 'manifests') {
      const index = reference.startsWith('sha256:') ? undefined : found.index
      this.#sendManifest(request, response, { ...found, manifest: index ?? found.manifest })
    } else this.#sendBlob(response, reference)
  }

  #isAllowed({ headers }: IncomingMessage, image: TestImage | undefined): boolean {
    if (this.#asksForTokens) return headers.authorization === `Bearer ${token}`
    return image?.login === undefined || headers.authorization === basic(image.login)
  }

  /** The name of the image is in what the token is to be for: `repository:NAME:pull`. */
  #sendToken({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const [, name = ''] = new URL(url, 'http://test').searchParams.get('scope')?.split(':') ?? []
    const login = this.#images.get(name)?.image.login ?? ''
    if (headers.authorization === basic(login)) response.end(JSON.stringify({ token }))
    else response.writeHead(401).end(errorBody('UNAUTHORIZED'))
  }

  #sendManifest(
    request: IncomingMessage,
    response: ServerResponse,
    { manifest, image }: { readonly manifest: Buffer; readonly image: TestImage },
  ): void {
    const usual = image.types?.manifest ?? mediaTypes.manifest
    const type = isIndex(manifest) ? mediaTypes.index : usual
    response.writeHead(200, {
      'content-type': image.otherManifest?.type ?? type,
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
      case 'has lost its layers':
        response.writeHead(404).end(errorBody('BLOB_UNKNOWN'))
        return
      case 'redirects':
        response.writeHead(307, { location: `http://${this.elsewhere}/${digest}` }).end()
        return
      default:
        response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    }
  }
}

function basic(login: string): string {
  return `Basic ${Buffer.from(login).toString('base64')}`
}

function isIndex(manifest: Buffer): boolean {
  return manifest.includes('"manifests":')
}

function errorBody(code: string): string {
  return JSON.stringify({ errors: [{ code, message: code.toLowerCase() }] })
}

function listen(server: Server, host: string): Promise<void> {
  return new Promise((resolve) => server.listen(0, host, resolve))
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

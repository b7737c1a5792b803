/**
 * Registries in a host beside the node that send whoever pulls from them elsewhere, one on each port, and what is told of
 * the requests that come to them. Each has one image of one layer, by any name.
 */
import type { ChildProcess } from 'node:child_process'
import { tarOf } from '@cay/builder/testing/tar.ts'
import type { Certified } from '@cay/kit/certificates/issue.ts'
import { digestOf, imageConfig, imageManifest, mediaTypes } from './image-manifest.ts'
import type { OutsideHost } from './outside-host.ts'

/** What one of them does in its own way; each target is a URL. */
export type Trick =
  | {
      readonly kind: 'realm' | 'manifest redirect' | 'blob redirect' | 'foreign layer'
      readonly target: string
    }
  /** Every answer about an image is an error with these words. */
  | { readonly kind: 'words'; readonly words: string }
  /** The layer never ends. */
  | { readonly kind: 'stall' }
  | { readonly kind: 'none' }

/** What came is told on standard output: port, authorization, method and path. */
const program = `
const http = require('node:http'), https = require('node:https')
const { tricks, blobs, manifest, manifestType, tls } = JSON.parse(process.env.SETTINGS)
const open = ({ port, kind, target, words, isSafe }) => {
 const answer = (q, s) => {
  console.log(['request', port, q.headers.authorization ?? '-', q.method, q.url].join(' '))
  const send = (bytes, t) => s.writeHead(200, { 'content-type': t, 'content-length': bytes.length }).end(q.method === 'HEAD' ? undefined : bytes)
  if (kind === 'realm') return s.writeHead(401, { 'www-authenticate': 'Bearer realm="' + target + '",service="registry",scope="repository:app:pull"' }).end('{}')
  if (q.url === '/v2/') return s.end('{}')
  if (kind === 'words') return s.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ errors: [{ code: 'DENIED', message: words }] }))
  if (q.url.includes('/manifests/')) {
    if (kind === 'manifest redirect') return s.writeHead(307, { location: target }).end()
    const own = JSON.parse(manifest)
    if (kind === 'foreign layer') own.layers[0].urls = [target]
    return send(Buffer.from(JSON.stringify(own)), manifestType)
  }
  const bytes = Buffer.from(blobs[q.url.split('/').at(-1)] ?? '', 'base64')
  if (kind === 'blob redirect') return s.writeHead(307, { location: target }).end()
  if (kind === 'stall') { s.writeHead(200, { 'content-length': bytes.length }); return s.write(bytes.subarray(0, 10)) }
  send(bytes, 'application/octet-stream')
 }
 const server = isSafe ? https.createServer(tls, answer) : http.createServer(answer)
 return new Promise((resolve) => server.listen(port, '0.0.0.0', resolve))
}
Promise.all(tricks.map(open)).then(() => console.log('up'))`

type Tricks = Readonly<Record<number, Trick>>

export interface HostileOptions {
  readonly plain: Tricks
  readonly safe: Tricks
  readonly tls: Certified
}

function withPorts(tricks: Tricks, isSafe: boolean) {
  return Object.entries(tricks).map(([port, trick]) => ({ port: Number(port), isSafe, ...trick }))
}

export class HostileRegistries {
  readonly #host: OutsideHost
  #output = ''

  private constructor(host: OutsideHost, child: ChildProcess) {
    this.#host = host
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
  }

  /** The trick on each port: those of `safe` speak TLS. */
  static async start(host: OutsideHost, { plain, safe, tls }: HostileOptions): Promise<HostileRegistries> {
    const layers = [tarOf([{ name: 'a-file', content: 'x'.repeat(1000) }])]
    const config = imageConfig({ layers })
    const blobs = Object.fromEntries(
      [config, ...layers].map((bytes) => [digestOf(bytes), bytes.toString('base64')]),
    )
    const settings = {
      tricks: [...withPorts(plain, false), ...withPorts(safe, true)],
      tls: { cert: tls.certificate, key: tls.key },
      blobs,
      manifest: imageManifest({ layers }, config).toString(),
      manifestType: mediaTypes.manifest,
    }
    return new HostileRegistries(host, await host.serve(program, settings))
  }

  registry(port: number): string {
    return `${this.#host.address}:${port}`
  }

  /** Requests that came to the port so far: their authorization, method and path. */
  requests(port: number): string[] {
    return [...this.#output.matchAll(new RegExp(`^request ${port} (.*)$`, 'gm'))].map(([, told = '']) => told)
  }
}

/**
 * Images through skopeo, into a store per team: what one team may fetch says nothing of what another may, so no blob is
 * ever found for somebody who did not fetch it himself. Credentials stand in a file that is gone after the call.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isServiceError } from '@cay/core/errors.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import {
  type ImageReference,
  parseImageReference,
  renderImageReference,
} from '@cay/core/template/image-reference.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import {
  type ImageConfig,
  type ManifestSummary,
  parseImageConfig,
  parseImageManifest,
} from '../../dialect/image-manifest.ts'
import {
  bareName,
  copyArguments,
  imageArch,
  inspectArguments,
  type PullTrouble,
  pullDetail,
  pullTrouble,
  type RegistryRules,
  renderAuthFile,
  renderRegistries,
  type ToolCall,
} from '../../dialect/image-tool.ts'
import { BuildFailure } from '../order.ts'
import type { Images, PulledImage, Say } from '../ports.ts'
import type { BuildStoreLayout } from './build-layout.ts'
import { markUsed } from './kept-things.ts'
import type { RegistryLogin } from './registry-login.ts'

export interface SkopeoOptions {
  readonly layout: BuildStoreLayout
  readonly rules: RegistryRules
  readonly login: RegistryLogin
  /** Bytes of disk that may be filled now. */
  readonly roomBytes: () => Promise<number>
}

/** Seconds for a manifest, and for a whole image. */
const inspectSecondsMax = 60
const copySecondsMax = 40 * 60
const layersMax = 1_000
/** Characters; of a longer output the beginning would be cut off. */
const manifestLengthMax = 1024 * 1024
/** Bytes of all layers as they are packed. */
const imageBytesMax = 32 * 1024 ** 3

interface Pull {
  readonly reference: ImageReference
  readonly call: ToolCall
  readonly env: Readonly<Record<string, string>>
  readonly blobs: string
  readonly scratch: string
  /** Of all layers as they are packed. */
  readonly bytesMax: number
  readonly signal: AbortSignal
}

/** What is remembered of a name. */
interface KnownImage {
  readonly name: string
  /** Of the manifest in the registry. */
  readonly digest: string
  /** Of the manifest as it was stored. */
  readonly storedDigest: string
}

export function skopeoImages({ layout, rules, login, roomBytes }: SkopeoOptions): Images {
  const turns = new SerialQueue()
  return {
    async pull({ teamId, image, credential }, say, signal) {
      const reference = parseReference(image)
      const store = layout.images(teamId)
      const scratch = `${layout.scratch}/pull-${randomUUID()}`
      await mkdir(scratch, { recursive: true, mode: 0o700 })
      try {
        const authFile = `${scratch}/auth.json`
        const who = credential === undefined ? undefined : await login(credential, signal)
        await writeFile(authFile, who === undefined ? '{}' : renderAuthFile(reference.registry, who), {
          mode: 0o600,
        })
        // Where the tool looks for it in its home: the variable for another place came with later releases.
        const settings = `${scratch}/.config/containers`
        await mkdir(settings, { recursive: true })
        await writeFile(`${settings}/registries.conf`, renderRegistries(rules))
        const env = {
          PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
          HOME: scratch,
          TMPDIR: scratch,
          ...(await trusting(rules.authorities, scratch)),
        }
        const call = { authFile, timeoutSeconds: inspectSecondsMax, arch: process.arch }
        const blobs = `${store}/blobs`
        await mkdir(`${store}/names`, { recursive: true, mode: 0o700 })
        await mkdir(blobs, { recursive: true, mode: 0o700 })
        const bytesMax = Math.min(imageBytesMax, await roomBytes())
        return await pullInto(
          { store, turns },
          { reference, call, env, blobs, scratch, bytesMax, signal },
          say,
        )
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    },
  }
}

/** The tool, which is written in Go, takes this file in place of one of the node's; the node's directory still counts. */
async function trusting(authorities: readonly string[], scratch: string): Promise<Record<string, string>> {
  if (authorities.length === 0) return {}
  const file = `${scratch}/authorities.pem`
  await writeFile(file, `${authorities.join('\n')}\n`)
  return { SSL_CERT_FILE: file, SSL_CERT_DIR: '/etc/ssl/certs' }
}

function parseReference(image: string): ImageReference {
  try {
    return parseImageReference(image)
  } catch (error) {
    if (!isServiceError(error)) throw error
    throw new BuildFailure(error.message, { cause: error })
  }
}

interface ImageStore {
  readonly store: string
  /** One at a time for each manifest: the tool writes it in place, also where it lies already. */
  readonly turns: SerialQueue
}

async function pullInto({ store, turns }: ImageStore, pull: Pull, say: Say): Promise<PulledImage> {
  const name = renderImageReference(pull.reference)
  const nameFile = `${store}/names/${createHash('sha256').update(name).digest('hex')}`
  const inTurn = <T>(digest: string, task: () => Promise<T>) =>
    turns.run(`${store} ${digest}`, task, pull.signal)
  // Parts of it may have been thrown away since.
  const storedBefore = (image: KnownImage) => stored(pull.blobs, image).catch(() => undefined)
  let found: ResolvedImage
  try {
    found = await resolve(pull)
  } catch (error) {
    if (!(error instanceof PullError) || error.trouble !== 'unreachable') throw error
    const known = await readKnown(nameFile)
    if (known === undefined) throw error
    const before = await inTurn(known.digest, () => storedBefore(known))
    if (before === undefined) throw error
    say('warn', `[base] the registry does not answer: taking ${name} as it was fetched before`)
    return before
  }
  const { digest } = found
  return await inTurn(digest, async () => {
    // Whoever had the turn before may have fetched it.
    const known = await readKnown(nameFile)
    const before = known?.digest === digest ? await storedBefore(known) : undefined
    if (before !== undefined) return before
    say('info', `[base] fetching ${name}`)
    const storedDigest = await fetchImage(pull, found)
    const fresh = { name, digest, storedDigest }
    const image = await stored(pull.blobs, fresh)
    await writeAtomic(nameFile, JSON.stringify(fresh))
    return image
  })
}

interface ResolvedImage {
  /** Of the manifest for this machine. */
  readonly digest: string
  readonly largestBytes: number
}

async function resolve(pull: Pull): Promise<ResolvedImage> {
  const top = await inspect(pull, renderImageReference(pull.reference))
  if (top.manifest.kind === 'image') {
    checkBounds(top.manifest, pull)
    return { digest: top.digest, largestBytes: largestOf(top.manifest) }
  }
  const wanted = imageArch(process.arch)
  const found = top.manifest.images.find(({ os, architecture }) => os === 'linux' && architecture === wanted)
  if (found === undefined) {
    const has = top.manifest.images.map(({ os, architecture }) => `${os}/${architecture}`).join(', ')
    throw new BuildFailure(`the image has no variant for linux/${wanted}; it has ${has || 'none'}`)
  }
  const { manifest } = await inspect(pull, `${bareName(pull.reference)}@${found.digest}`)
  if (manifest.kind !== 'image') throw new BuildFailure('the image has an index within an index')
  checkBounds(manifest, pull)
  return { digest: found.digest, largestBytes: largestOf(manifest) }
}

function largestOf({ layers }: ManifestSummary): number {
  return Math.max(0, ...layers.map(({ size }) => size))
}

async function inspect(pull: Pull, source: string) {
  const { stdout } = await tell(pull, inspectArguments(pull.call, source))
  if (stdout.length >= manifestLengthMax)
    throw new BuildFailure('the image has a manifest of over a MiB: that is too many layers')
  const manifest = parseImageManifest(stdout)
  if (manifest === undefined)
    throw new BuildFailure('the image has a manifest of a kind that cannot be unpacked')
  return { manifest, digest: `sha256:${createHash('sha256').update(stdout).digest('hex')}` }
}

function checkBounds({ layers }: ManifestSummary, { reference, bytesMax }: Pull): void {
  const name = renderImageReference(reference)
  if (layers.length > layersMax)
    throw new BuildFailure(`${name} has ${layers.length} layers, more than ${layersMax}`)
  const bytes = layers.reduce((sum, { size }) => sum + size, 0)
  if (bytes > bytesMax)
    throw new BuildFailure(`${name} has ${bytes} bytes, more than ${bytesMax}: it is too large`)
}

/** Returns the digest of the manifest as it was stored. */
async function fetchImage(pull: Pull, { digest, largestBytes }: ResolvedImage): Promise<string> {
  const layout = `${pull.scratch}/layout`
  const source = `${bareName(pull.reference)}@${digest}`
  const call = { ...pull.call, timeoutSeconds: copySecondsMax }
  await tell(pull, [...bounded(largestBytes), ...copyArguments(call, { source, layout, blobs: pull.blobs })])
  const index = parseImageManifestIndex(await readFile(`${layout}/index.json`, 'utf8'))
  if (index === undefined) throw new Error('skopeo left no index of what it copied')
  return index
}

/** Bytes for what is small in every image. */
const smallBytes = 16 * 1024 * 1024

/** No file that a registry sends is longer than it said. */
function bounded(largestBytes: number): string[] {
  return ['prlimit', `--fsize=${largestBytes + smallBytes}`, '--']
}

function parseImageManifestIndex(text: string): string | undefined {
  const index: unknown = JSON.parse(text)
  const manifests =
    typeof index === 'object' && index !== null && 'manifests' in index && Array.isArray(index.manifests)
      ? index.manifests
      : []
  const first: unknown = manifests[0]
  return typeof first === 'object' && first !== null && 'digest' in first ? String(first.digest) : undefined
}

/** What the store has of the image, which counts as a use of it. Throws when a part is missing. */
async function stored(blobs: string, { digest, storedDigest }: KnownImage): Promise<PulledImage> {
  const manifest = parseImageManifest(await readFile(blobPath(blobs, storedDigest), 'utf8'))
  if (manifest?.kind !== 'image') throw new Error('the store of images is damaged')
  const config: ImageConfig = parseImageConfig(await readFile(blobPath(blobs, manifest.configDigest), 'utf8'))
  const wanted = imageArch(process.arch)
  if (config.architecture !== '' && config.architecture !== wanted)
    throw new BuildFailure(`the image is for ${config.architecture}, this node is ${wanted}`)
  const layers = manifest.layers.map((layer) => blobPath(blobs, layer.digest))
  for (const path of [blobPath(blobs, storedDigest), blobPath(blobs, manifest.configDigest), ...layers])
    await markUsed(path)
  return { digest, layers, variables: config.variables }
}

function blobPath(blobs: string, digest: string): string {
  const [, hex] = /^sha256:([0-9a-f]{64})$/.exec(digest) ?? []
  if (hex === undefined) throw new BuildFailure('the image has a digest of a kind that is not known')
  return `${blobs}/sha256/${hex}`
}

/** Counts as a use. */
async function readKnown(path: string): Promise<KnownImage | undefined> {
  try {
    const known = JSON.parse(await readFile(path, 'utf8')) as KnownImage
    await markUsed(path)
    return known
  } catch {
    // Never fetched, or written by a process that was killed.
    return undefined
  }
}

class PullError extends BuildFailure {
  readonly trouble: PullTrouble

  constructor(trouble: PullTrouble, message: string, cause: unknown) {
    super(message, { cause })
    this.trouble = trouble
  }
}

const troubleSentences: Readonly<Record<PullTrouble, string>> = {
  full: buildReasons.diskFull,
  denied: 'access was denied: the image is private, or the credentials are wrong',
  missing: 'there is no such image',
  damaged: 'what the registry sent is damaged',
  unreachable: 'the registry cannot be reached',
  other: 'the registry answered in an unexpected way',
}

async function tell(pull: Pull, argv: readonly string[]): Promise<{ stdout: string }> {
  const { env, signal, call } = pull
  try {
    const timeoutMs = (Math.max(call.timeoutSeconds, copySecondsMax) + 10) * 1000
    return await run(argv, { env, signal, timeoutMs })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ToolError)) throw error
    const trouble = pullTrouble(error.stderr)
    const name = renderImageReference(pull.reference)
    const detail = pullDetail(error.stderr)
    const said = detail === '' ? '' : ` (${detail})`
    throw new PullError(trouble, `failed to pull image '${name}': ${troubleSentences[trouble]}${said}`, error)
  }
}

/**
 * Pulls images with skopeo into a store per team. No blob is shared between teams, because one team must not get what only
 * another may pull. The tool is confined (pull-tools.ts), and users only learn the kind of an error. Credentials are in a file
 * that is removed after the call.
 */
import { createHash } from 'node:crypto'
import { isServiceError } from '@cay/core/errors.ts'
import {
  type ImageReference,
  parseImageReference,
  renderImageReference,
} from '@cay/core/template/image-reference.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { ToolError } from '@cay/kit/host/run.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { BuildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import {
  type IndexSummary,
  isSchemaOne,
  type ManifestSummary,
  parseImageManifest,
} from '../../dialect/template-build/image-manifest.ts'
import {
  bareName,
  copyArguments,
  imageArch,
  inspectArguments,
  knownArch,
  pullDetail,
  pullTrouble,
  type RegistryRules,
  renderAuthFile,
  renderRegistries,
  type ToolCall,
} from '../../dialect/template-build/image-tool.ts'
import { isNamed, isPrivateByName } from '../../dialect/template-build/operator-registries.ts'
import { BuildFailure } from '../../ports/build-spec.ts'
import type { Images, PulledImage, PullTool, PullTools, WriteLog } from '../../ports/template-build.ts'
import { ImageStore, type KnownImage, readOwn } from './image-store.ts'
import { PullError, privateRegistry, troubleSentence } from './pull-error.ts'
import type { RegistryLogin, RegistryUser } from './registry-login.ts'

export interface SkopeoOptions {
  readonly layout: BuildStoreLayout
  readonly rules: RegistryRules
  readonly login: RegistryLogin
  readonly tools: PullTools
  /** Bytes of disk that may be used now. */
  readonly roomBytes: () => Promise<number>
  readonly log: Logger
}

/** Seconds for a manifest, and for a whole image. */
const inspectSecondsMax = 60
const copySecondsMax = 40 * 60
const layersMax = 1_000
/** Characters of a manifest; the beginning of longer output would be truncated. */
const manifestLengthMax = 1024 * 1024
/** Bytes of all layers as they are packed. */
const imageBytesMax = 32 * 1024 ** 3

interface Pull {
  readonly reference: ImageReference
  readonly tool: PullTool
  readonly call: ToolCall
  readonly env: Readonly<Record<string, string>>
  readonly store: ImageStore
  /** Of all layers as they are packed. */
  readonly bytesMax: number
  /** The operator has configured the registry. */
  readonly isNamed: boolean
  readonly log: Logger
  readonly signal: AbortSignal
}

export function skopeoImages({ layout, rules, login, tools, roomBytes, log }: SkopeoOptions): Images {
  const turns = new SerialQueue()
  return {
    async pull({ teamId, image, credential }, say, signal) {
      const reference = parseReference(image)
      const { registry } = reference
      if (isPrivateByName(registry, rules)) throw privateRegistry(reference)
      const who = credential === undefined ? undefined : await login(credential, signal)
      const directory = layout.images(teamId)
      const store = await ImageStore.open(directory)
      const bytesMax = Math.min(imageBytesMax, await roomBytes())
      const inTurn: InTurn = (digest, task) => turns.run(`${directory} ${digest}`, task, signal)
      const pullWith = async (tool: PullTool) => {
        const prepared = await prepareTool(tool, { registry, who, rules })
        const known = { reference, store, bytesMax, isNamed: isNamed(registry, rules), log, signal }
        return await pullInto({ ...known, ...prepared, tool }, inTurn, say)
      }
      return await tools.use(registry, pullWith, signal)
    },
  }
}

type InTurn = <T>(digest: string, task: () => Promise<T>) => Promise<T>

/** Below the tool's work directory. */
const places = { layout: 'layout', blobs: 'blobs', temporary: 'tmp' } as const
const blobsOf = (tool: PullTool) => `${tool.workOutside}/${places.blobs}/sha256`

interface Preparation {
  readonly registry: string
  readonly who: RegistryUser | undefined
  readonly rules: RegistryRules
}

async function prepareTool(
  tool: PullTool,
  { registry, who, rules }: Preparation,
): Promise<Pick<Pull, 'call' | 'env'>> {
  for (const directory of [places.layout, `${places.blobs}/sha256`, places.temporary])
    await tool.makeDirectory(directory)
  await tool.put('auth.json', who === undefined ? '{}' : renderAuthFile(registry, who))
  // In its home, because the variable for another path came with later releases.
  await tool.put('.config/containers/registries.conf', renderRegistries(rules))
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: tool.home,
    TMPDIR: `${tool.work}/${places.temporary}`,
    ...(await trusting(tool, rules.authorities)),
  }
  const call = { authFile: `${tool.home}/auth.json`, timeoutSeconds: inspectSecondsMax, arch: process.arch }
  return { env, call }
}

/** The variable of Go programs that replaces the certificates file of the node; the directory of the node is still used. */
async function trusting(tool: PullTool, authorities: readonly string[]): Promise<Record<string, string>> {
  if (authorities.length === 0) return {}
  await tool.put('authorities.pem', `${authorities.join('\n')}\n`)
  return { SSL_CERT_FILE: `${tool.home}/authorities.pem`, SSL_CERT_DIR: '/etc/ssl/certs' }
}

function parseReference(image: string): ImageReference {
  try {
    return parseImageReference(image)
  } catch (error) {
    if (!isServiceError(error)) throw error
    throw new BuildFailure(error.message, { cause: error })
  }
}

/** Pulls of the same manifest run one at a time: the second finds what the first has pulled. */
async function pullInto(pull: Pull, inTurn: InTurn, say: WriteLog): Promise<PulledImage> {
  const { store } = pull
  const name = renderImageReference(pull.reference)
  // Parts of it may have been evicted since.
  const storedBefore = (image: KnownImage) => store.image(image).catch(() => undefined)
  let found: ResolvedImage
  try {
    found = await resolve(pull)
  } catch (error) {
    if (!(error instanceof PullError) || error.trouble !== 'unreachable') throw error
    const known = await store.known(name)
    if (known === undefined) throw error
    const before = await inTurn(known.digest, () => storedBefore(known))
    if (before === undefined) throw error
    say('warn', `[base] the registry does not answer: taking ${name} as it was fetched before`)
    return before
  }
  const { digest } = found
  return await inTurn(digest, async () => {
    // An earlier pull may have completed meanwhile.
    const known = await store.known(name)
    const before = known?.digest === digest ? await storedBefore(known) : undefined
    if (before !== undefined) return before
    say('info', `[base] fetching ${name}`)
    const storedDigest = await fetchImage(pull, found)
    const fresh = { name, digest, storedDigest }
    const image = await store.image(fresh)
    await store.remember(fresh)
    return image
  })
}

interface ResolvedImage {
  /** Of the manifest for this machine. */
  readonly digest: string
  readonly manifest: ManifestSummary
}

async function resolve(pull: Pull): Promise<ResolvedImage> {
  const top = await inspect(pull, renderImageReference(pull.reference))
  if (top.manifest.kind === 'image') {
    checkBounds(top.manifest, pull)
    return { digest: top.digest, manifest: top.manifest }
  }
  const arch = imageArch(process.arch)
  const found = top.manifest.images.find(({ os, architecture }) => os === 'linux' && architecture === arch)
  if (found === undefined) throw noVariant(arch, top.manifest)
  const { manifest } = await inspect(pull, `${bareName(pull.reference)}@${found.digest}`)
  if (manifest.kind !== 'image') throw new BuildFailure('the image has an index within an index')
  checkBounds(manifest, pull)
  return { digest: found.digest, manifest }
}

function noVariant(arch: string, { images }: IndexSummary): BuildFailure {
  const has = images.flatMap(({ os, architecture }) =>
    os === 'linux' && knownArch(architecture) !== undefined ? [`${os}/${architecture}`] : [],
  )
  const others = has.length === 0 ? 'no other for linux' : [...new Set(has)].join(', ')
  return new BuildFailure(`the image has no variant for linux/${arch}; it has ${others}`)
}

async function inspect(pull: Pull, source: string) {
  const { stdout } = await tell(pull, inspectArguments(pull.call, source))
  if (stdout.length >= manifestLengthMax)
    throw new BuildFailure('the image has a manifest of over a MiB: that is too many layers')
  if (isSchemaOne(stdout))
    throw new BuildFailure(
      'the image has a manifest of schema 1, which is not supported: push it again with a current tool',
    )
  const manifest = parseImageManifest(stdout)
  if (manifest === undefined)
    throw new BuildFailure('the image has a manifest of a kind that cannot be unpacked')
  return { manifest, digest: `sha256:${createHash('sha256').update(stdout).digest('hex')}` }
}

function checkBounds(manifest: ManifestSummary, { reference, bytesMax }: Pull): void {
  const { layers } = manifest
  const name = renderImageReference(reference)
  if (manifest.isArtifact)
    throw new BuildFailure(`${name} is an artifact of another kind, for example a chart, and no image`)
  if (manifest.hasEncryptedLayers)
    throw new BuildFailure(`${name} has encrypted layers, and images are pulled without their keys`)
  if (manifest.hasForeignParts)
    throw new BuildFailure(`${name} has foreign layers, which lie outside its registry and are not fetched`)
  if (layers.length > layersMax)
    throw new BuildFailure(`${name} has ${layers.length} layers, more than ${layersMax}`)
  const bytes = layers.reduce((sum, { size }) => sum + size, 0)
  if (bytes > bytesMax)
    throw new BuildFailure(`${name} has ${bytes} bytes, more than ${bytesMax}: it is too large`)
}

/** Returns the digest of the manifest as it was stored. */
async function fetchImage(pull: Pull, { digest, manifest }: ResolvedImage): Promise<string> {
  const { tool, store } = pull
  await store.linkLayers(manifest, blobsOf(tool))
  const source = `${bareName(pull.reference)}@${digest}`
  const call = { ...pull.call, timeoutSeconds: copySecondsMax }
  const [layout, blobs] = [places.layout, places.blobs].map((path) => `${tool.work}/${path}`)
  const copy = copyArguments(call, { source, layout: layout ?? '', blobs: blobs ?? '' })
  await tell(pull, [...bounded(manifest), ...copy])
  const index = parseImageManifestIndex(await readOwn(`${tool.workOutside}/${places.layout}/index.json`))
  if (index === undefined) throw new Error('skopeo left no index of what it copied')
  await store.adopt(index, blobsOf(tool))
  return index
}

/** Bytes for the small files of every image. */
const smallBytes = 16 * 1024 * 1024

/** Limits the size of files: no blob may be longer than its manifest says. */
function bounded({ layers }: ManifestSummary): string[] {
  const largestBytes = Math.max(0, ...layers.map(({ size }) => size))
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

/** Runs the tool. The details of an error go to the log of the node only: they may have text and addresses of other hosts. */
async function tell(pull: Pull, argv: readonly string[]): Promise<{ stdout: string }> {
  const { env, signal, call, tool, log } = pull
  try {
    const timeoutMs = (Math.max(call.timeoutSeconds, copySecondsMax) + 10) * 1000
    return await tool.run(argv, { env, signal, timeoutMs })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ToolError)) throw error
    const trouble = pullTrouble(error.stderr)
    const image = renderImageReference(pull.reference)
    const detail = pullDetail(error.stderr)
    log.info({ event: 'image.pull.failed', image, trouble, detail }, 'failed to pull an image')
    throw new PullError(trouble, `failed to pull image '${image}': ${troubleSentence(trouble, pull.isNamed)}`)
  }
}

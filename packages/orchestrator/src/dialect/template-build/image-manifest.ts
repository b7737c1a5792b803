/** Manifests of images, as registries serve them: OCI and Docker's own. Nothing of them is believed before it is checked. */

export interface ManifestSummary {
  readonly kind: 'image'
  readonly configDigest: string
  readonly layers: readonly Descriptor[]
  /** Whether parts of it lie elsewhere than in its registry (foreign layers). */
  readonly hasForeignParts: boolean
  readonly hasEncryptedLayers: boolean
  /** Something that is no image, which registries keep in the same form: a chart, a signature. */
  readonly isArtifact: boolean
}

export interface IndexSummary {
  readonly kind: 'index'
  readonly images: readonly { readonly digest: string; readonly os: string; readonly architecture: string }[]
}

export interface Descriptor {
  readonly digest: string
  readonly size: number
}

const digestPattern = /^sha256:[0-9a-f]{64}$/

/** Undefined for what is no manifest of a kind that can be unpacked. */
export function parseImageManifest(text: string): ManifestSummary | IndexSummary | undefined {
  const manifest = asRecord(parseJson(text))
  if (Array.isArray(manifest.manifests)) return parseIndex(manifest.manifests)
  const config = asRecord(manifest.config)
  if (!isDigest(config.digest) || !Array.isArray(manifest.layers)) return undefined
  const layers = manifest.layers.map(parseDescriptor)
  if (!layers.every((layer) => layer !== undefined)) return undefined
  const parts = manifest.layers.map(asRecord)
  return {
    kind: 'image',
    configDigest: config.digest,
    layers,
    hasForeignParts: [config, ...parts].some(isForeign),
    hasEncryptedLayers: parts.some(isEncrypted),
    isArtifact: typeof config.mediaType === 'string' && !configTypes.has(config.mediaType),
  }
}

const configTypes: ReadonlySet<string> = new Set([
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
])

/** As ocicrypt marks layers that take a key. */
function isEncrypted({ mediaType }: Record<string, unknown>): boolean {
  return typeof mediaType === 'string' && mediaType.endsWith('+encrypted')
}

/** Manifests of schema 1, which describe no image whose layers can be told apart from their history. */
export function isSchemaOne(text: string): boolean {
  return asRecord(parseJson(text)).schemaVersion === 1
}

/** It is fetched from these `urls` instead of the registry. */
function isForeign({ urls }: Record<string, unknown>): boolean {
  return urls !== undefined && urls !== null && !(Array.isArray(urls) && urls.length === 0)
}

function parseIndex(manifests: readonly unknown[]): IndexSummary {
  const images = manifests.flatMap((value) => {
    const entry = asRecord(value)
    const { os, architecture } = asRecord(entry.platform)
    return isDigest(entry.digest) && typeof os === 'string' && typeof architecture === 'string'
      ? [{ digest: entry.digest, os, architecture }]
      : []
  })
  return { kind: 'index', images }
}

function parseDescriptor(value: unknown): Descriptor | undefined {
  const { digest, size } = asRecord(value)
  const isWhole = isDigest(digest) && typeof size === 'number' && Number.isSafeInteger(size) && size >= 0
  return isWhole ? { digest, size } : undefined
}

export interface ImageConfig {
  /** Empty if the image does not say. */
  readonly os: string
  readonly architecture: string
  readonly variables: Readonly<Record<string, string>>
}

export function parseImageConfig(text: string): ImageConfig {
  const config = asRecord(parseJson(text))
  const env = asRecord(config.config).Env
  const lines = Array.isArray(env) ? env.filter((line) => typeof line === 'string') : []
  return {
    os: typeof config.os === 'string' ? config.os : '',
    architecture: typeof config.architecture === 'string' ? config.architecture : '',
    variables: Object.fromEntries(
      lines.flatMap((line) => {
        const equals = line.indexOf('=')
        return equals < 1 || line.includes('\0') ? [] : [[line.slice(0, equals), line.slice(equals + 1)]]
      }),
    ),
  }
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && digestPattern.test(value)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller says what it makes of something that is no manifest.
    return undefined
  }
}

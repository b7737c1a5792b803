/** What registries say of an image: the OCI forms of its parts. */
import { createHash } from 'node:crypto'

/** An image as its maker meant it. */
export interface GoodImage {
  /** Packed or not, the lowest first. */
  readonly layers: readonly Buffer[]
  readonly variables?: readonly string[]
  readonly architecture?: string
  readonly os?: string
  /** Other fields of its configuration: `User`, `Entrypoint` and their like. */
  readonly settings?: object
  /** Digests of the layers before they were packed; absent: they are not packed. */
  readonly diffIds?: readonly string[]
  /** Instead of the OCI ones. */
  readonly types?: Partial<Record<'manifest' | 'config' | 'layer', string>>
}

export const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar',
} as const

/** As images name the machine that the tests run on. */
export const ownArchitecture = process.arch === 'x64' ? 'amd64' : process.arch

export function imageConfig(image: GoodImage): Buffer {
  const { layers, variables = [], architecture = ownArchitecture, os = 'linux', settings, diffIds } = image
  return json({
    architecture,
    os,
    config: { ...settings, Env: variables },
    rootfs: { type: 'layers', diff_ids: diffIds ?? layers.map(digestOf) },
  })
}

/** `claims` stands in it instead of what the layers have. */
export function imageManifest(
  { layers, types }: GoodImage,
  config: Buffer,
  claims: { readonly digest?: string; readonly size?: number } = {},
): Buffer {
  const { manifest, config: configType, layer } = { ...mediaTypes, ...types }
  return json({
    schemaVersion: 2,
    mediaType: manifest,
    config: { mediaType: configType, digest: digestOf(config), size: config.length },
    layers: layers.map((bytes) => ({
      mediaType: layer,
      digest: claims.digest ?? digestOf(bytes),
      size: claims.size ?? bytes.length,
    })),
  })
}

/** One manifest for several machines. */
export function imageIndex(manifest: Buffer, architectures: readonly string[]): Buffer {
  const { length: size } = manifest
  const manifests = architectures.map((architecture) => ({
    ...{ mediaType: mediaTypes.manifest, digest: digestOf(manifest), size },
    platform: { os: 'linux', architecture },
  }))
  return json({ schemaVersion: 2, mediaType: mediaTypes.index, manifests })
}

export function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

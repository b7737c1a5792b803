/** What registries say of an image: the OCI forms of its parts. */
import { createHash } from 'node:crypto'

/** An image as its maker meant it. */
export interface GoodImage {
  /** Packed or not, the lowest first. */
  readonly layers: readonly Buffer[]
  readonly variables?: readonly string[]
  readonly architecture?: string
}

export const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar',
} as const

/** As images name the machine that the tests run on. */
export const ownArchitecture = process.arch === 'x64' ? 'amd64' : process.arch

export function imageConfig({ layers, variables = [], architecture }: GoodImage): Buffer {
  return json({
    architecture: architecture ?? ownArchitecture,
    os: 'linux',
    config: { Env: variables },
    rootfs: { type: 'layers', diff_ids: layers.map(digestOf) },
  })
}

/** `claims` stands in it instead of what the layers have. */
export function imageManifest(
  { layers }: GoodImage,
  config: Buffer,
  claims: { readonly digest?: string; readonly size?: number } = {},
): Buffer {
  return json({
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: { mediaType: mediaTypes.config, digest: digestOf(config), size: config.length },
    layers: layers.map((bytes) => ({
      mediaType: mediaTypes.layer,
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

/** Layers and bases as directories. Like a build, a layer is bound to the runtime that wrote its checkpoint. */
import { mkdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BuildContext } from '@cay/core/template/build-steps.ts'
import type { BuildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import type { NodeTraits } from '../../ports/template.ts'
import type { Bases, CachedLayer, Layers } from '../../ports/template-build.ts'
import { syncFile } from '../template/publish-build.ts'
import {
  beginCacheEntry,
  markUsed,
  publishCacheEntry,
  readCacheEntry,
  readCacheEntryNow,
} from './cache-entries.ts'
import { linkCheckpoint, linkRootfs } from './link-rootfs.ts'

interface LayerRecord {
  readonly context: BuildContext
  readonly filesKey?: string
  /** For a layer with files of its own. */
  readonly controlToken?: string
  readonly traits: NodeTraits
}

/** Increment it when the format of records changes. */
const recordVersion = 1

export function fileLayers(layout: BuildStoreLayout, traits: NodeTraits): Layers {
  const place = (teamId: string, key: string) => `${layout.layers(teamId)}/${layout.checked(key)}`
  const usable = (entry: unknown) => {
    const record = entry as (LayerRecord & { version: number }) | undefined
    const isUsable =
      record?.version === recordVersion && JSON.stringify(record.traits) === JSON.stringify(traits)
    return isUsable ? record : undefined
  }
  return {
    async find(teamId, key) {
      const record = usable(await readCacheEntry(place(teamId, key)))
      if (record === undefined) return undefined
      const { context, filesKey } = record
      return { context, ...(filesKey === undefined ? {} : { filesKey }) }
    },
    async hold(teamId, key, directory) {
      const layer = place(teamId, key)
      await markUsed(layer).catch(() => undefined)
      // Synchronous from here on: the token and the files belong together, and the layer may be replaced.
      const record = usable(readCacheEntryNow(layer))
      if (record?.controlToken === undefined) return undefined
      const { rootfs, checkpoint } = layerFiles(layer)
      const held = layerFiles(`${directory}/held-layer`)
      mkdirSync(dirname(held.rootfs), { mode: 0o700 })
      linkRootfs(rootfs, held.rootfs)
      linkCheckpoint(checkpoint, held.checkpoint)
      return { ...held, controlToken: record.controlToken }
    },
    async begin(teamId, key) {
      const aside = await beginCacheEntry(place(teamId, key))
      const { checkpoint, rootfs } = layerFiles(aside)
      await mkdir(checkpoint)
      return {
        checkpoint,
        async keep(layer, made) {
          linkRootfs(made.rootfs, rootfs)
          const { controlToken } = made
          await publishCacheEntry(aside, place(teamId, key), { ...recordOf(layer, traits), controlToken })
        },
        discard: () => rm(aside, { recursive: true, force: true }),
      }
    },
    async keep(teamId, key, layer) {
      const aside = await beginCacheEntry(place(teamId, key))
      await publishCacheEntry(aside, place(teamId, key), recordOf(layer, traits))
    },
  }
}

function recordOf({ context, filesKey }: CachedLayer, traits: NodeTraits) {
  return { version: recordVersion, context, traits, ...(filesKey === undefined ? {} : { filesKey }) }
}

function layerFiles(directory: string) {
  return { rootfs: `${directory}/rootfs.erofs`, checkpoint: `${directory}/checkpoint` }
}

export function fileBases(layout: BuildStoreLayout): Bases {
  const place = (teamId: string, key: string) => `${layout.bases(teamId)}/${layout.checked(key)}`
  return {
    async find(teamId, key) {
      const directory = place(teamId, key)
      const record = (await readCacheEntry(directory)) as { variables: Record<string, string> } | undefined
      return record === undefined
        ? undefined
        : { rootfs: `${directory}/rootfs.erofs`, variables: record.variables }
    },
    async begin(teamId, key) {
      const aside = await beginCacheEntry(place(teamId, key))
      const rootfs = `${aside}/rootfs.erofs`
      return {
        rootfs,
        async keep({ variables }) {
          await syncFile(rootfs)
          await publishCacheEntry(aside, place(teamId, key), { variables })
          return { rootfs: `${place(teamId, key)}/rootfs.erofs`, variables }
        },
        discard: () => rm(aside, { recursive: true, force: true }),
      }
    },
  }
}

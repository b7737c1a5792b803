/** Lists the builds of a data directory. A build exists when its directory does: publishing is one rename. */
import { readdir } from 'node:fs/promises'
import { reachesNobody } from '@cay/core/egress/lists.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { foreignTo, refuseOtherFlags } from '../../dialect/template/manifest.ts'
import { buildLayout, templateLayout } from '../../dialect/template/template-layout.ts'
import type { ListedBuild, ListedTemplates, NodeTraits, RefusedBuild } from '../../ports/template.ts'
import { readManifest } from './read-manifest.ts'

export async function listTemplates(dataDir: string, node: NodeTraits): Promise<ListedTemplates> {
  const layout = templateLayout(dataDir)
  const builds: ListedBuild[] = []
  const refused: RefusedBuild[] = []
  for (const templateId of await visibleDirectories(layout.templates)) {
    for (const buildId of await visibleDirectories(layout.template(templateId))) {
      const directory = `${layout.template(templateId)}/${buildId}`
      try {
        builds.push(await readBuild(directory, node))
      } catch (error) {
        if (!isServiceError(error, 'precondition_failed')) throw error
        refused.push({ directory, reason: error.message })
      }
    }
  }
  builds.sort((a, b) => b.createdAtMs - a.createdAtMs)
  const isForeign = (build: ListedBuild) => build.foreign !== undefined
  return { builds: builds.filter((build) => !isForeign(build)), foreign: builds.filter(isForeign), refused }
}

async function readBuild(directory: string, node: NodeTraits): Promise<ListedBuild> {
  const manifest = await readManifest(directory)
  refuseOtherFlags(manifest, node)
  const reason = foreignTo(manifest, node)
  const { templateId, buildId, alias, resources, envdVersion, createdAtMs, key, made, starts } = manifest
  const { rootfs, checkpoint } = buildLayout(directory)
  const facts = {
    ...{ templateId, buildId, alias, resources, envdVersion, createdAtMs, rootfs, checkpoint, key },
    ...(reason === undefined ? {} : { foreign: reason }),
  }
  if (made === undefined) return { ...facts, ...(starts === undefined ? {} : { starts }) }
  const { defaults } = made
  return { ...facts, made, egress: reachesNobody, ...(defaults === undefined ? {} : { defaults }) }
}

/** Names of subdirectories without a leading dot; none for a missing directory. */
export async function visibleDirectories(directory: string): Promise<string[]> {
  return (await directoriesIn(directory)).filter((name) => !name.startsWith('.'))
}

export async function directoriesIn(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}

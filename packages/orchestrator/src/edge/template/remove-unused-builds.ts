import { rename, rm } from 'node:fs/promises'
import { removingPrefix, templateLayout } from '../../dialect/template/template-layout.ts'
import type { NodeTraits } from '../../ports/template.ts'
import { listTemplates, visibleDirectories } from './list-templates.ts'

/**
 * Removes every build of a recipe that is neither the newest usable one of its template nor in `usedBuildIds`, including
 * refused ones. Users' templates stay, because control knows which of their builds have a tag. Resolves with the removed
 * directories. A build is removed by one rename, so a crash leaves no incomplete one.
 */
export async function removeUnusedBuilds(
  dataDir: string,
  node: NodeTraits,
  usedBuildIds: ReadonlySet<string>,
): Promise<string[]> {
  const layout = templateLayout(dataDir)
  const { builds } = await listTemplates(dataDir, node)
  const removed: string[] = []
  for (const templateId of await visibleDirectories(layout.templates)) {
    const newest = builds.find(
      (build) => build.templateId === templateId && build.made === undefined,
    )?.buildId
    // Without a usable build, the refused ones stay, as the only trace of what went wrong.
    if (newest === undefined) continue
    for (const buildId of await visibleDirectories(layout.template(templateId))) {
      if (buildId === newest || usedBuildIds.has(buildId)) continue
      const directory = `${layout.template(templateId)}/${buildId}`
      const aside = `${layout.templates}/${removingPrefix}${buildId}`
      await rename(directory, aside)
      await rm(aside, { recursive: true, force: true })
      removed.push(directory)
    }
  }
  return removed
}

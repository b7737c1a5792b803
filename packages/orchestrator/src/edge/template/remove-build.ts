/** Removes a build by one rename: whoever lists the templates finds all of it or nothing. */
import { rename, rm } from 'node:fs/promises'
import { removingPrefix, type templateLayout } from '../../dialect/template/template-layout.ts'
import { visibleDirectories } from './list-templates.ts'

/** Sandboxes created from it have hard links to its files. Resolves with whether there was one. */
export async function removeBuild(
  layout: ReturnType<typeof templateLayout>,
  buildId: string,
): Promise<boolean> {
  for (const templateId of await visibleDirectories(layout.templates)) {
    const ids = await visibleDirectories(layout.template(templateId))
    if (!ids.includes(buildId)) continue
    const aside = `${layout.templates}/${removingPrefix}${buildId}`
    await rename(`${layout.template(templateId)}/${buildId}`, aside)
    await rm(aside, { recursive: true, force: true })
    if (ids.length === 1) await rm(layout.template(templateId), { recursive: true, force: true })
    return true
  }
  return false
}

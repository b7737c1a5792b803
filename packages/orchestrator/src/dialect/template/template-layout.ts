/** Paths of templates below the data directory. */
import { dataLayout } from '@cay/kit/data-layout.ts'

/** Name prefix of a build in the making. Nothing reads such a directory; the next builder removes it. */
export const buildingPrefix = '.building-'

/** Name prefix of a build that is being removed. */
export const removingPrefix = '.removing-'

/** Name prefix of a build that is being fetched from the object store. */
export const fetchingPrefix = '.fetching-'

export function templateLayout(dataDir: string) {
  const { templates, cache } = dataLayout(dataDir)
  return {
    templates,
    cache,
    aliases: `${templates}/aliases.json`,
    /** Which packages somebody wants in a template that comes with Cay, by alias. */
    packages: `${templates}/packages.json`,
    /** Held by the one builder of the data directory. */
    lock: `${templates}/.lock`,
    /** Where a build is booted; on the machine only while it is. */
    staging: `${templates}/.staging`,
    /** The name that staging had before; a builder that was killed then may have left it. */
    formerStaging: `${templates}/.workshop`,
    template: (templateId: string) => `${templates}/${templateId}`,
    building: (buildId: string) => `${templates}/${buildingPrefix}${buildId}`,
    /** Of a recipe, without the daemon. */
    tree: (alias: string, key: string) => `${cache}/${treePrefix(alias)}${key}`,
  }
}

/** What the names of a recipe's trees begin with; a key is 32 digits, so no alias is taken for another. */
function treePrefix(alias: string): string {
  return `${alias}-`
}

export function isTreeOf(alias: string, name: string): boolean {
  return name.startsWith(treePrefix(alias)) && /^[0-9a-f]{32}$/.test(name.slice(treePrefix(alias).length))
}

/** Beside a root file system: its absolute paths, with a NUL behind each. */
export function pathsFileOf(rootfs: string): string {
  return `${rootfs}.paths`
}

export function buildLayout(directory: string) {
  return {
    rootfs: `${directory}/rootfs.erofs`,
    checkpoint: `${directory}/checkpoint`,
    manifest: `${directory}/manifest.json`,
  }
}

import { readdirSync } from 'node:fs'

/** Aliases of the templates that come with Cay. `packages` is the absolute path of the directory of that name in the clone. */
export function listRecipes(packages: string): string[] {
  const entries = readdirSync(`${packages}/../templates`, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

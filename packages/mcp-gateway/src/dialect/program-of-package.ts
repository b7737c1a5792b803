/** Which file of an npm package is started, from its package.json. Pure. */

export function programOfPackage(packageName: string, manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null || !('bin' in manifest)) return undefined
  const { bin } = manifest
  if (typeof bin === 'string') return bin
  if (typeof bin !== 'object' || bin === null) return undefined
  const programs = Object.entries(bin).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  // Of several, the one that `npx` would start.
  const own = programs.find(([name]) => name === packageName.split('/').at(-1))
  return (own ?? programs[0])?.[1]
}

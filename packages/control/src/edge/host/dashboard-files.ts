/** What packages/dashboard/bundle.mjs has built. It is read when it is first asked for, and kept. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DashboardAsset {
  readonly plain: Buffer
  /** Compressed by gzip. */
  readonly packed: Buffer
}

export interface DashboardFiles {
  /** The page, with places for values of each response. */
  readonly page: string
  readonly assets: ReadonlyMap<string, DashboardAsset>
}

/** Undefined where nothing has been built. */
export async function readDashboard(directory: string): Promise<DashboardFiles | undefined> {
  try {
    const page = await readFile(join(directory, 'index.html'), 'utf8')
    const names = await readdir(join(directory, 'assets'))
    const plain = names.filter((name) => /\.(js|css)$/.test(name))
    const assets = await Promise.all(
      plain.map(async (name) => [name, await readAsset(directory, name)] as const),
    )
    return { page, assets: new Map(assets) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function readAsset(directory: string, name: string): Promise<DashboardAsset> {
  const path = join(directory, 'assets', name)
  return { plain: await readFile(path), packed: await readFile(`${path}.gz`) }
}

/**
 * Which packages somebody wants in a template that comes with Cay: those of Debian, or the newest of a Python index. A choice
 * holds for later builds, until somebody chooses again.
 */
import { readFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'

export type PackageSource = 'debian' | 'latest'

/**
 * The day on which the newest packages were wanted (`2026-11-27`); undefined: those of Debian are. Another day is another
 * build, so a choice that is repeated brings newer packages.
 */
export type NewestSince = string | undefined

type Choices = Readonly<Record<string, string>>

/** What holds for the next build: what is wanted now, or else what was wanted before. */
export async function newestSince(
  file: string,
  { alias, source, nowMs }: { alias: string; source: PackageSource | undefined; nowMs: number },
): Promise<NewestSince> {
  switch (source) {
    case 'debian':
      return undefined
    case 'latest':
      return new Date(nowMs).toISOString().slice(0, 10)
    case undefined:
      return (await read(file))[alias]
  }
}

/** Call it under the builder's lock, when there is such a build. */
export async function rememberChoice(file: string, alias: string, since: NewestSince): Promise<void> {
  const { [alias]: before, ...others } = await read(file)
  if (before === since) return
  await writeAtomic(file, `${JSON.stringify(since === undefined ? others : { ...others, [alias]: since })}\n`)
}

async function read(file: string): Promise<Choices> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Choices
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return {}
    throw error
  }
}

/** Builds a template from a Dockerfile, as the official client does: it packs what the Dockerfile copies. */
import { access as isReadable, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { startAfterRestorePair } from '@cay/core/template/start-time.ts'
import type { ControlAccess } from '../../ports/control-api.ts'
import { BuildProgress, type BuildProgressOptions } from './build-progress.ts'

export interface DirectoryBuild {
  /** A directory, or a Dockerfile in one. */
  readonly path: string
  /** Absent: `Dockerfile` in the directory. */
  readonly file?: string
  /** With a tag or without; absent: the directory's name. */
  readonly name?: string
  readonly cpuCount?: number
  readonly memoryMb?: number
  readonly isFresh: boolean
  readonly startCommand?: string
  readonly readyCommand?: string
  /** The start command runs in each sandbox, and not when the template is saved. */
  readonly startsAfterRestore?: boolean
}

/** Shows the log as it comes. Returns the id of the template. Throws with the reason when the build fails. */
export async function buildFromDirectory(
  access: ControlAccess,
  order: DirectoryBuild,
  view: Omit<BuildProgressOptions, 'nowMs'>,
): Promise<string> {
  const { context, dockerfile } = await placesOf(order)
  // The client takes a while to load: only who builds waits for it.
  const { LogEntryEnd, Template } = await import('e2b')
  const fromFile = Template({ fileContextPath: context }).fromDockerfile(dockerfile)
  const [name, value] = startAfterRestorePair
  const parsed = order.startsAfterRestore === true ? fromFile.setEnvs({ [name]: value }) : fromFile
  const { startCommand, readyCommand = 'sleep 0' } = order
  const template =
    startCommand === undefined
      ? order.readyCommand === undefined
        ? parsed
        : parsed.setReadyCmd(readyCommand)
      : parsed.setStartCmd(startCommand, readyCommand)
  using progress = new BuildProgress({ ...view, nowMs: Date.now })
  const build = Template.build(template, order.name ?? nameOf(context), {
    apiKey: access.apiKey,
    apiUrl: access.url,
    skipCache: order.isFresh,
    ...(order.cpuCount === undefined ? {} : { cpuCount: order.cpuCount }),
    ...(order.memoryMb === undefined ? {} : { memoryMB: order.memoryMb }),
    // The client ends every log with `Build finished`, that of a build that was refused as well.
    onBuildLogs: (entry) => {
      if (!(entry instanceof LogEntryEnd)) progress.add(entry)
    },
  })
  const built = await build.catch((error: unknown) => {
    progress.fail()
    throw error
  })
  progress.finish()
  view.output.write(view.show(`${built.name} (${built.templateId}), build ${built.buildId}\n`))
  return built.templateId
}

async function placesOf({ path, file }: DirectoryBuild): Promise<{ context: string; dockerfile: string }> {
  const given = resolve(path)
  const isDirectory = await stat(given).then(
    (found) => found.isDirectory(),
    () => {
      throw new Error(`"${path}" is neither a directory nor a Dockerfile nor a template that comes with Cay`)
    },
  )
  const context = isDirectory ? given : dirname(given)
  const dockerfile = file === undefined ? (isDirectory ? join(given, 'Dockerfile') : given) : resolve(file)
  await isReadable(dockerfile).catch((cause: unknown) => {
    throw new Error(`there is no Dockerfile at ${dockerfile}`, { cause })
  })
  return { context, dockerfile }
}

/** What a template may be called, of what a directory is called. */
function nameOf(directory: string): string {
  const name = basename(directory)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  if (name === '') throw new Error('the directory has no name: give the template one with --name')
  return name
}

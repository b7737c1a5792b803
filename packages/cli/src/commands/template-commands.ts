/** `cay template …`: the commands, their options and their help texts. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { DirectoryBuild } from '../app/template/build-from-directory.ts'
import type { PackageSource } from '../app/template/build-recipes.ts'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption } from './options.ts'

export interface TemplateVerbs {
  listTemplates(format: OutputFormat): Promise<number>
  /** Templates that come with Cay; undefined: all of them. */
  buildRecipe(alias: string | undefined, packages: PackageSource | undefined): Promise<number>
  buildTemplate(order: DirectoryBuild): Promise<number>
  deleteTemplates(names: readonly string[]): Promise<number>
  setPublic(name: string, isPublic: boolean): Promise<number>
  listTags(name: string, format: OutputFormat): Promise<number>
  assignTags(target: string, tags: readonly string[]): Promise<number>
  removeTags(name: string, tags: readonly string[]): Promise<number>
}

interface BuildFlags {
  readonly all: boolean
  readonly name?: string
  readonly file?: string
  readonly cpus?: number
  readonly memory?: number
  readonly cache: boolean
  readonly packages?: PackageSource
  readonly start?: string
  readonly ready?: string
  readonly startAfterRestore?: boolean
}

export interface TemplateCommands {
  readonly program: Command
  readonly load: Load<TemplateVerbs>
  /** Aliases of the templates that come with Cay. */
  readonly recipes: () => readonly string[]
  readonly done: (code: number) => void
}

export function addTemplateCommands({ program, load, recipes, done }: TemplateCommands): void {
  const template = program
    .command('template')
    .summary('List, build, share and delete templates')
    .usage('COMMAND [OPTIONS]')
  template
    .command('list')
    .alias('ls')
    .description("List your team's templates and those that come with Cay.")
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).listTemplates(output)))
  addBuild({ program: template, load, recipes, done })
  template
    .command('delete')
    .alias('rm')
    .description('Delete templates with all their builds. Prints the name of each one that was deleted.')
    .argument('<names...>', 'names or ids')
    .action(async (names: string[]) => done(await (await load()).deleteTemplates(names)))
  for (const [name, isPublic] of [
    ['publish', true],
    ['unpublish', false],
  ] as const)
    template
      .command(name)
      .description(
        isPublic
          ? 'Let every team create sandboxes from a template.'
          : 'Make a template private to your team again.',
      )
      .argument('<name>', 'name or id')
      .action(async (given: string) => done(await (await load()).setPublic(given, isPublic)))
  template
    .command('tags')
    .description('List the tags of a template and the build of each.')
    .argument('<name>', 'name or id')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async (name: string, { output }: OutputFlag) => done(await (await load()).listTags(name, output)))
  template
    .command('tag')
    .description('Assign more tags to the build of NAME[:TAG].')
    .argument('<name>', 'name, optionally with a colon and a tag or build id')
    .argument('<tags...>', 'new tags')
    .action(async (target: string, tags: string[]) => done(await (await load()).assignTags(target, tags)))
  template
    .command('untag')
    .description('Remove tags from a template; the builds stay.')
    .argument('<name>', 'name')
    .argument('<tags...>', 'tags to remove')
    .action(async (name: string, tags: string[]) => done(await (await load()).removeTags(name, tags)))
}

function addBuild({ program, load, recipes, done }: TemplateCommands): void {
  program
    .command('build')
    .description(
      'Build a template from a Dockerfile, or one of those that come with Cay. Cached results of earlier builds are reused.',
    )
    .argument('[path]', 'directory, Dockerfile, or name of a template that comes with Cay')
    .option('--all', 'build everything that comes with Cay', false)
    .option('-t, --name <name[:tag]>', 'name of the template (default: that of the directory)')
    .option('-f, --file <dockerfile>', 'the Dockerfile (default: Dockerfile in the directory)')
    .option('--cpus <n>', 'CPUs of its sandboxes', parseCount)
    .option('--memory <mib>', 'MiB of memory of its sandboxes', parseCount)
    .option('--start <command>', 'start command: runs in every sandbox')
    .option('--ready <command>', 'ready command: succeeds when the start command is ready')
    .option('--start-after-restore', 'start the start command in each sandbox instead of in the checkpoint')
    .option('--no-cache', 'reuse no results of earlier builds')
    .addOption(
      new Option(
        '--packages <source>',
        'Python packages of code-interpreter-v1: from Debian, or the latest of a Python index; holds for later builds',
      ).choices(['debian', 'latest']),
    )
    .action(async (path: string | undefined, flags: BuildFlags, command: Command) => {
      if (flags.all === (path !== undefined))
        command.error(
          `Error: "cay template build" ${flags.all ? 'takes no path together with --all' : 'requires a path, or --all'}`,
        )
      const isRecipe = path !== undefined && recipes().includes(path)
      if (flags.packages !== undefined && !isRecipe)
        command.error('Error: --packages is for a template that comes with Cay')
      if (path === undefined || isRecipe) done(await (await load()).buildRecipe(path, flags.packages))
      else done(await (await load()).buildTemplate(orderOf(path, flags)))
    })
}

function orderOf(
  path: string,
  { file, name, cpus, memory, start, ready, cache, startAfterRestore }: BuildFlags,
): DirectoryBuild {
  return {
    path,
    isFresh: !cache,
    ...(file === undefined ? {} : { file }),
    ...(name === undefined ? {} : { name }),
    ...(cpus === undefined ? {} : { cpuCount: cpus }),
    ...(memory === undefined ? {} : { memoryMb: memory }),
    ...(start === undefined ? {} : { startCommand: start }),
    ...(ready === undefined ? {} : { readyCommand: ready }),
    ...(startAfterRestore === undefined ? {} : { startsAfterRestore: startAfterRestore }),
  }
}

function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('expected a whole number')
  return Number(text)
}

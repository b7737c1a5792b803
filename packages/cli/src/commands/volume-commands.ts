/** `cay volume …`: the commands, their options and their help texts. */
import { type Command, InvalidArgumentError } from 'commander'
import {
  type FileLocation,
  parseFileLocation,
  parseVolumePath,
  type RemotePath,
} from '../dialect/files/file-location.ts'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption } from './options.ts'

export interface VolumeVerbs {
  listVolumes(format: OutputFormat): Promise<number>
  createVolume(volume: { name: string; sizeMb: number | undefined }): Promise<number>
  removeVolumes(request: { volumes: readonly string[]; isForced: boolean }): Promise<number>
  listVolumeFiles(path: RemotePath, format: OutputFormat): Promise<number>
  copyVolumeFiles(from: FileLocation, to: FileLocation): Promise<number>
  showVolumeUsage(volumes: readonly string[], format: OutputFormat): Promise<number>
}

export function addVolumeCommands(
  program: Command,
  load: Load<VolumeVerbs>,
  done: (code: number) => void,
): void {
  const volume = program
    .command('volume')
    .summary('List, create and delete volumes, and copy their files')
    .usage('COMMAND [OPTIONS]')
  volume
    .command('list')
    .description('List the volumes of the team.')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).listVolumes(output)))
  volume
    .command('create')
    .description('Create an empty volume. Prints its ID.')
    .argument('<name>', 'unique in the team: a-z, A-Z, 0-9, _ and -')
    .option('--size-mb <mib>', 'how much it may hold (default: 10240)', parseSize)
    .action(async (name: string, { sizeMb }: { sizeMb?: number }) =>
      done(await (await load()).createVolume({ name, sizeMb })),
    )
  volume
    .command('rm')
    .description(
      'Delete volumes with all their files. Prints each one that was deleted. One that sandboxes have mounted is deleted with --force only.',
    )
    .argument('<volumes...>', 'names or IDs')
    .option(
      '-f, --force',
      'also while sandboxes have it mounted: their programs keep what they have open, and paused ones cannot be resumed',
      false,
    )
    .action(async (volumes: string[], { force }: { force: boolean }) =>
      done(await (await load()).removeVolumes({ volumes, isForced: force })),
    )
  addFileCommands(volume, load, done)
}

function addFileCommands(volume: Command, load: Load<VolumeVerbs>, done: (code: number) => void): void {
  volume
    .command('ls')
    .description('List a directory of a volume.')
    .argument('<path>', 'VOLUME or VOLUME:PATH')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async (path: string, { output }: OutputFlag) =>
      done(await (await load()).listVolumeFiles(parseVolumePath(path), output)),
    )
  volume
    .command('cp')
    .description(
      'Copy a file, or a directory with all that is below it, into a volume or out of it. If the target is a directory, the copy is made in it. Existing files are replaced. Links are left out.',
    )
    .argument('<from>', 'VOLUME:PATH, a path of this machine, or - for standard input')
    .argument('<to>', 'VOLUME:PATH, a path of this machine, or - for standard output')
    .action(async (from: string, to: string) =>
      done(await (await load()).copyVolumeFiles(parseFileLocation(from), parseFileLocation(to))),
    )
  volume
    .command('df')
    .description('Show how much volumes hold.')
    .argument('[volumes...]', 'names or IDs (default: all volumes of the team)')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async (volumes: string[], { output }: OutputFlag) =>
      done(await (await load()).showVolumeUsage(volumes, output)),
    )
}

function parseSize(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('expected a whole number')
  return Number(text)
}

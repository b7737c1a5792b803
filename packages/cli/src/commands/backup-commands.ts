/** `cay backup` and `cay restore`. */
import type { Command } from 'commander'
import type { Load } from './options.ts'

export interface BackupVerbs {
  backUp(request: { file: string; isForced: boolean }): Promise<number>
  restore(file: string): Promise<number>
}

export function addBackupCommands(
  program: Command,
  load: Load<BackupVerbs>,
  done: (code: number) => void,
): void {
  program
    .command('backup')
    .summary('Save templates, snapshots, paused sandboxes, records and keys in one file')
    .description(
      'Save what the data directory holds in one file: templates, snapshots, paused sandboxes, records, logs and keys. Works while Cay runs. Running sandboxes are not in it: pause what you want to keep. Whoever has the file has the keys.',
    )
    .argument('<file>', 'where to write it, - for standard output')
    .option('-f, --force', 'replace a file of that name', false)
    .action(async (file: string, { force }: { force: boolean }) =>
      done(await (await load()).backUp({ file, isForced: force })),
    )
  program
    .command('restore')
    .summary('Bring a backup back into an empty data directory')
    .description(
      'Bring back what `cay backup` saved, into a data directory that is empty. Everything is checked before it counts: a backup that is altered or cut off changes nothing. `cay up` then starts it.',
    )
    .argument('<file>', 'a file that `cay backup` wrote, - for standard input')
    .action(async (file: string) => done(await (await load()).restore(file)))
}

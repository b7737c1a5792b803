/** `cay backup` and `cay restore`. */
import type { Command } from 'commander'
import type { Load } from './options.ts'

export interface BackupVerbs {
  backUp(request: { file: string; keyFile: string | undefined; isForced: boolean }): Promise<number>
  restore(request: { file: string; keyFile: string | undefined; isUnauthenticated: boolean }): Promise<number>
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
      'Save what the data directory holds in one file: templates, snapshots, paused sandboxes, records, logs and keys. Works while Cay runs. Running sandboxes are not in it: pause what you want to keep. Whoever has the file has the keys. It is authenticated with a key that is not in it: keep a copy of that apart from the backups.',
    )
    .argument('<file>', 'where to write it, - for standard output')
    .option(
      '--key <file>',
      'authenticate it with the key in this file, which is made where it is missing (default: backup-key in the data directory)',
    )
    .option('-f, --force', 'replace a file of that name', false)
    .action(async (file: string, { key: keyFile, force }: { key?: string; force: boolean }) =>
      done(await (await load()).backUp({ file, keyFile, isForced: force })),
    )
  program
    .command('restore')
    .summary('Bring a backup back into an empty data directory')
    .description(
      'Bring back what `cay backup` saved, into a data directory that is empty. Nothing is read that the key of the backup does not authenticate: a backup that is altered or cut off changes nothing. `cay up` then starts it.',
    )
    .argument('<file>', 'a file that `cay backup` wrote, - for standard input')
    .option('--key <file>', 'the key that the backup was made with')
    .option(
      '--unauthenticated',
      'without a key, trust the backup as it is: whoever made or altered it decides what is restored, and has access then',
      false,
    )
    .action(async (file: string, options: { key?: string; unauthenticated: boolean }) =>
      done(
        await (await load()).restore({
          ...{ file, keyFile: options.key, isUnauthenticated: options.unauthenticated },
        }),
      ),
    )
}

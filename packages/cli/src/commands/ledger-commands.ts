/** `cay events verify`, `export` and `key`: their options and help texts. */
import { type Command, Option } from 'commander'
import type { LedgerRequest, VerifyRequest } from '../app/event/ledger-commands.ts'
import { sinceWords } from '../dialect/event/since.ts'
import { type Load, parseInstant } from './options.ts'

export interface LedgerVerbs {
  verifyLedger(request: VerifyRequest): Promise<number>
  exportLedger(request: LedgerRequest & { readonly sinceMs: number | undefined }): Promise<number>
  showLedgerKey(): Promise<number>
}

interface TeamFlags {
  readonly team?: string
  readonly all: boolean
}

interface VerifyFlags {
  readonly file?: string
  readonly against?: string
  readonly key?: string
}

export function addLedgerCommands(
  events: Command,
  load: Load<LedgerVerbs>,
  done: (code: number) => void,
): void {
  ofTeams(events.command('verify'))
    .description(
      'Verify the ledger: that no event was altered, removed or moved since it was written. Names the first one that was; the exit code is 1 then.',
    )
    .addOption(
      new Option('--file <export>', 'verify what `cay events export` printed, without Cay').conflicts(
        'against',
      ),
    )
    .option(
      '--against <export>',
      'compare the ledger with what `cay events export` printed before, and name the first event that differs',
    )
    .option(
      '--key <file>',
      'the public key, as `cay events key` printed it (default: that of the ledger itself)',
    )
    .action(async ({ team, all, file, against, key }: TeamFlags & VerifyFlags) =>
      done(await (await load()).verifyLedger({ team, isOfAllTeams: all, file, against, keyFile: key })),
    )
  ofTeams(events.command('export'))
    .description('Print the ledger as JSON lines, oldest first, with its hashes and signatures.')
    .addOption(new Option('--since <when>', `only events since then: ${sinceWords}`).argParser(parseInstant))
    .action(async ({ team, all, since }: TeamFlags & { since?: number }) =>
      done(await (await load()).exportLedger({ team, isOfAllTeams: all, sinceMs: since })),
    )
  events
    .command('key')
    .description('Print the public key of the signatures.')
    .action(async () => done(await (await load()).showLedgerKey()))
}

function ofTeams(command: Command): Command {
  return command
    .addOption(new Option('--team <slug>', 'of another team; needs the admin token').conflicts('all'))
    .option('--all', 'of all teams and of the installation; needs the admin token', false)
}

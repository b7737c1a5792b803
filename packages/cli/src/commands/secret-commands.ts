/** `cay secret …`. */
import type { Command } from 'commander'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption } from './options.ts'

export interface SecretVerbs {
  listSecrets(format: OutputFormat): Promise<number>
  /** Reads the value from the standard input. */
  createSecret(name: string): Promise<number>
  updateSecret(name: string): Promise<number>
  removeSecret(name: string): Promise<number>
}

export function addSecretCommands(
  program: Command,
  load: Load<SecretVerbs>,
  done: (code: number) => void,
): void {
  const secret = program
    .command('secret')
    .summary('List, create, change and delete the values that header rules set')
    .usage('COMMAND [OPTIONS]')
  secret
    .command('list')
    .alias('ls')
    .description('List the secrets of the team. Values are never shown.')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).listSecrets(output)))
  secret
    .command('create')
    .description('Create a secret with the value that is read from the standard input. Prints its ID.')
    .argument('<name>', 'unique in the team')
    .action(async (name: string) => done(await (await load()).createSecret(name)))
  secret
    .command('update')
    .description('Set the next value of a secret, read from the standard input. Prints what was named.')
    .argument('<name>', 'name or ID')
    .action(async (name: string) => done(await (await load()).updateSecret(name)))
  secret
    .command('rm')
    .description('Delete a secret: requests that would use it fail from now on. Prints what was named.')
    .argument('<name>', 'name or ID')
    .action(async (name: string) => done(await (await load()).removeSecret(name)))
}

import { text } from 'node:stream/consumers'
import { createSecret, listSecrets, removeSecret, updateSecret } from '../app/secret/secret-commands.ts'
import type { SecretVerbs } from '../commands/secret-commands.ts'
import { CommandError } from '../dialect/output/command-error.ts'
import { team } from './client-access.ts'
import { printError, printed, view } from './console.ts'

export const secretVerbs: SecretVerbs = {
  listSecrets: async (format) => printed(await listSecrets(await team(), view(format))),
  createSecret: async (name) => printed(await createSecret(await team(), { name, value: await readValue() })),
  updateSecret: async (name) => printed(await updateSecret(await team(), { name, value: await readValue() })),
  removeSecret: async (name) => printed(await removeSecret(await team(), name)),
}

/** Arguments are shown to all users of a machine, and kept by shells: a value is neither. */
async function readValue(): Promise<string> {
  if (process.stdin.isTTY) printError('Type the value, and end it with Ctrl-D on a line of its own.')
  const value = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (value === '')
    throw new CommandError('the standard input has no value', { hint: 'printf %s "$VALUE" | cay secret …' })
  return value
}

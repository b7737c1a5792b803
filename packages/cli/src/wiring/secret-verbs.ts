import { createSecret, listSecrets, removeSecret, updateSecret } from '../app/secret/secret-commands.ts'
import type { SecretVerbs } from '../commands/secret-commands.ts'
import { team } from './client-access.ts'
import { printed, view } from './console.ts'
import { readValue } from './read-value.ts'

export const secretVerbs: SecretVerbs = {
  listSecrets: async (format) => printed(await listSecrets(await team(), view(format))),
  createSecret: async (name) =>
    printed(await createSecret(await team(), { name, value: await readValue('value') })),
  updateSecret: async (name) =>
    printed(await updateSecret(await team(), { name, value: await readValue('value') })),
  removeSecret: async (name) => printed(await removeSecret(await team(), name)),
}

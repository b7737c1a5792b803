/** `cay`: the wiring of the command. Each verb is a file in `app/`, and each group of verbs is loaded when it is needed. */
import { fileURLToPath } from 'node:url'
import { SettingError } from '@cay/kit/settings.ts'
import { CommanderError } from 'commander'
import { defineProgram } from './commands/commands.ts'
import { CommandError } from './dialect/output/command-error.ts'
import { exitWhenReaderLeaves } from './edge/terminal.ts'
import { listRecipes } from './recipes.ts'
import { chooseProfile } from './wiring/chosen-profile.ts'
import { paintError, printError } from './wiring/console.ts'
import { outlivesReaders } from './wiring/signals.ts'
import { version } from './wiring/version.ts'

const packages = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const program = defineProgram(
  { version, recipes: () => listRecipes(packages), onProfile: chooseProfile },
  {
    service: async () => (await import('./wiring/service-verbs.ts')).serviceVerbs,
    status: async () => (await import('./wiring/status-verbs.ts')).statusVerbs,
    unit: async () => (await import('./wiring/unit-verbs.ts')).unitVerbs,
    sandbox: async () => (await import('./wiring/sandbox-verbs.ts')).sandboxVerbs,
    process: async () => (await import('./wiring/process-verbs.ts')).processVerbs,
    ssh: async () => (await import('./wiring/ssh-verbs.ts')).sshVerbs,
    event: async () => (await import('./wiring/event-verbs.ts')).eventVerbs,
    backup: async () => (await import('./wiring/backup-verbs.ts')).backupVerbs,
    cluster: async () => (await import('./wiring/cluster-verbs.ts')).clusterVerbs,
    node: async () => (await import('./wiring/node-verbs.ts')).nodeVerbs,
    team: async () => (await import('./wiring/team-verbs.ts')).teamVerbs,
    template: async () => (await import('./wiring/template-verbs.ts')).templateVerbs,
    volume: async () => (await import('./wiring/volume-verbs.ts')).volumeVerbs,
    secret: async () => (await import('./wiring/secret-verbs.ts')).secretVerbs,
    profile: async () => (await import('./wiring/profile-verbs.ts')).profileVerbs,
    completion: async () => (await import('./wiring/completion-verbs.ts')).completionVerbs,
    webhook: async () => (await import('./wiring/webhook-verbs.ts')).webhookVerbs,
  },
)

exitWhenReaderLeaves({ unless: outlivesReaders })
void program(process.argv)
  .catch(exitCodeOf)
  .then((exitCode) => {
    process.exitCode = exitCode
  })

async function exitCodeOf(error: unknown): Promise<number> {
  // commander has said what is wrong by itself.
  if (error instanceof CommanderError) return error.exitCode
  printError(`${paintError('bad', 'Error:')} ${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof CommandError) {
    if (error.hint !== undefined) printError(`Hint: ${error.hint}`)
    return error.exitCode
  }
  const { exitCodes } = await import('@cay/kit/service.ts')
  return error instanceof SettingError ? exitCodes.badSettings : exitCodes.fault
}

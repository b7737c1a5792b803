/** The commands of all groups, in the order of the help. */
import { addBackupCommands } from './backup-commands.ts'
import { addClusterCommands } from './cluster-commands.ts'
import { addCompletionCommands } from './completion-commands.ts'
import { addEventsCommand } from './event-commands.ts'
import { addNodeCommands } from './node-commands.ts'
import { addRunCommand } from './process-commands.ts'
import { addProfileCommands } from './profile-commands.ts'
import { addSandboxCommands } from './sandbox-commands.ts'
import { addSecretCommands } from './secret-commands.ts'
import { addServiceCommands, addTrustCommand } from './service-commands.ts'
import { addSshConfigCommand } from './ssh-commands.ts'
import { addStatusCommands } from './status-commands.ts'
import type { AddTables } from './tables.ts'
import { addKeyCommands, addTeamCommands } from './team-commands.ts'
import { addTemplateCommands } from './template-commands.ts'
import { addUnitCommands } from './unit-commands.ts'
import { addVolumeCommands } from './volume-commands.ts'
import { addWebhookCommands } from './webhook-commands.ts'

export const addAllTables: AddTables = (program, verbs, { recipes, done }) => {
  addServiceCommands(program, verbs.service, done)
  addUnitCommands(program, verbs.unit, done)
  addStatusCommands(program, verbs.status, done)
  addTrustCommand(program, verbs.service, done)
  addRunCommand(program, verbs.process, done)
  addSandboxCommands(program, verbs, done)
  addSshConfigCommand(program, verbs.ssh, done)
  addEventsCommand(program, verbs.event, done)
  addBackupCommands(program, verbs.backup, done)
  addClusterCommands(program, verbs.cluster, done)
  addNodeCommands(program, verbs.node, done)
  addTeamCommands(program, verbs.team, done)
  addKeyCommands(program, verbs.team, done)
  addTemplateCommands({ program, load: verbs.template, recipes, done })
  addVolumeCommands(program, verbs.volume, done)
  addWebhookCommands(program, verbs.webhook, done)
  addSecretCommands(program, verbs.secret, done)
  addProfileCommands(program, verbs.profile, done)
  addCompletionCommands(program, verbs.completion, done)
}

/** The commands that are to start quickly: the others are not even loaded beside them. */

import { addRunCommand } from './process-commands.ts'
import { addSandboxCommands } from './sandbox-commands.ts'
import type { AddTables } from './tables.ts'

export const addSandboxTables: AddTables = (program, verbs, { done }) => {
  addRunCommand(program, verbs.process, done)
  addSandboxCommands(program, verbs, done)
}

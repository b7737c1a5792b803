import { backUp } from '../app/backup/back-up.ts'
import { restore } from '../app/backup/restore.ts'
import type { BackupVerbs } from '../commands/backup-commands.ts'
import { standardStream } from '../dialect/backup/backup-contents.ts'
import { print } from './console.ts'
import { installation, progressOf } from './context.ts'
import { backupReader, backupWriter } from './machine.ts'
import { expectRoot, stopOnSignals, stopping } from './signals.ts'
import { version } from './version.ts'

export const backupVerbs: BackupVerbs = {
  backUp: async (request) => {
    expectRoot('cay backup')
    stopOnSignals({ outlivesReaders: true })
    const progress = progressOf(1, 0, request.file === standardStream ? process.stderr : process.stdout)
    await progress.step('backup', (step) =>
      backUp(
        { installation: installation(), files: backupWriter },
        { ...request, version },
        step,
        stopping.signal,
      ),
    )
    return 0
  },
  restore: async (request) => {
    expectRoot('cay restore')
    stopOnSignals({ outlivesReaders: true })
    const deps = { installation: installation(), files: backupReader }
    await progressOf(1, 0).step('restore', (step) => restore(deps, request, step, stopping.signal))
    print('start it with `cay up`')
    return 0
  },
}

import { isErrno } from '@cay/kit/host/errno.ts'
import type { StatusVerbs } from '../commands/status-commands.ts'
import { CommandError } from '../dialect/output/command-error.ts'
import { access } from './client-access.ts'
import { print, printed, printFile, view } from './console.ts'
import { stopOnSignals, stopping } from './signals.ts'
import { expectThisMachine } from './this-machine.ts'

export const statusVerbs: StatusVerbs = {
  async showStatus(format) {
    expectThisMachine('`cay status`')
    const [{ showStatus }, { describeNode }, { isHealthy }, { installation }, { readUpFile }, { version }] =
      await Promise.all([
        import('../app/service/show-status.ts'),
        import('../edge/control/node-facts.ts'),
        import('../edge/control/health.ts'),
        import('./context.ts'),
        import('../edge/service/up-file.ts'),
        import('./version.ts'),
      ])
    const deps = { installation: installation(), version, readRecord: readUpFile, isHealthy, describeNode }
    const { text, exitCode } = await showStatus(deps, view(format))
    print(text)
    return exitCode
  },
  async printEnvironment() {
    const { renderExports } = await import('../dialect/service/client-exports.ts')
    return printed(renderExports(await access()))
  },
  async showServiceLog({ service, isFollowed, lines }) {
    expectThisMachine('`cay logs`')
    const [{ readLog }, { installation }] = await Promise.all([
      import('../edge/service/follow-file.ts'),
      import('./context.ts'),
    ])
    if (isFollowed) stopOnSignals({ outlivesReaders: false })
    const path = `${installation().layout.logs}/${service}.log`
    try {
      const options = { lines, until: isFollowed ? stopping.signal : undefined }
      await printFile(readLog(path, options))
      return 0
    } catch (error) {
      if (isErrno(error, 'ENOENT'))
        throw new CommandError(`there is no log of ${service} at ${path}`, {
          hint: '`cay status` shows what runs',
        })
      if (isErrno(error, 'EACCES'))
        throw new CommandError(`you may not read ${path}`, { hint: `sudo cay logs ${service}` })
      throw error
    }
  },
}

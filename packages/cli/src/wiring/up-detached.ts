import { mkdir } from 'node:fs/promises'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { startDetached } from '@cay/kit/host/start-detached.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { awaitStart } from '../app/service/await-start.ts'
import { readLog } from '../edge/service/follow-file.ts'
import { readUpFile } from '../edge/service/up-file.ts'
import { print, printError, printFile } from './console.ts'
import { installation, packages } from './context.ts'
import { stopping } from './signals.ts'

/** Returns when everything is ready, or the exit code of what did not start. Ctrl-C leaves the start going on. */
export async function upDetached(env: Environment, domain: string | undefined): Promise<number> {
  const here = installation(env)
  const { layout, settings } = here
  const record = await readUpFile(layout.supervisorFile)
  if (record !== undefined && isAlive(record.supervisor)) {
    print(`Cay is already running here (process ${record.supervisor.pid}).`)
    return 0
  }
  await mkdir(settings.dataDir, { recursive: true, mode: 0o711 })
  await mkdir(layout.logs, { recursive: true, mode: 0o700 })
  const logFile = `${layout.logs}/up.log`
  const started = startDetached({
    file: `${packages}/cli/src/main.ts`,
    args: ['up', ...(domain === undefined ? [] : ['--domain', domain])],
    env,
    logFile,
  })
  const showing = new AbortController()
  const shown = showFrom(logFile, showing.signal)
  const failed = await awaitStart({ installation: here, readRecord: readUpFile }, started, stopping.signal)
  showing.abort()
  await shown
  if (stopping.signal.aborted) printError(`It goes on in the background: cay logs up --follow`)
  else if (failed === undefined)
    print(
      `Cay runs in the background (process ${started.pid}). \`cay logs up\`, \`cay status\`, \`cay down\``,
    )
  return failed ?? 0
}

async function showFrom(logFile: string, until: AbortSignal): Promise<void> {
  await printFile(readLog(logFile, { lines: 0, until }))
}

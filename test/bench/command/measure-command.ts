/** What `cay sandbox exec` adds to the same call by the official client in a process that runs already. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Sandbox } from 'e2b'
import type { Measured, Measurement } from '../measured.ts'
import { withInstallation } from '../own-installation.ts'
import { median } from '../statistics.ts'

const cayFile = fileURLToPath(new URL('../../../packages/cli/bin/cay.mjs', import.meta.url))
const addedMsMax = 60
/** Of the compiled code, and of the sandbox. */
const unmeasuredTurns = 3

export async function measureCommand({ turns, signal, tell }: Measurement): Promise<Measured> {
  tell('      command: `cay sandbox exec` and the client in a running process, in turns')
  return await withInstallation({}, async () => {
    const sandbox = await Sandbox.create({ timeoutMs: 600_000 })
    try {
      const byCommand: number[] = []
      const byClient: number[] = []
      for (let turn = -unmeasuredTurns; turn < turns * 3; turn++) {
        signal.throwIfAborted()
        const client = await timed(() => sandbox.commands.run('true'))
        const command = await timed(() => execTrue(sandbox.sandboxId))
        if (turn < 0) continue
        byClient.push(client)
        byCommand.push(command)
      }
      const added = median(byCommand) - median(byClient)
      return {
        figures: [{ name: 'cay sandbox exec (against the client)', samples: byCommand, floor: byClient }],
        readings: [{ name: 'cay sandbox exec adds', value: added, unit: 'ms', valueMax: addedMsMax }],
        notes: [],
      }
    } finally {
      await sandbox.kill()
    }
  })
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await task()
  return performance.now() - startedMs
}

/** The client runs its commands by the same shell. */
async function execTrue(id: string): Promise<void> {
  const argv = [cayFile, 'sandbox', 'exec', id, '/bin/bash', '-l', '-c', 'true']
  const child = spawn(process.execPath, argv, { stdio: 'inherit' })
  const [exitCode] = await once(child, 'exit')
  if (exitCode !== 0) throw new Error(`cay sandbox exec exited with ${exitCode}`)
}

export const insideCommandFigures = `cay sandbox exec: Node starts (20 ms), the command's own code, which is compiled already, one request to the API for
the sandbox and its token, and the call of the daemon that the client makes too.`

/** The official client: a sandbox that is made, and the first output of a command in it. */
import { Sandbox } from 'e2b'

/** Seconds; a sandbox that an interrupted run forgets does not stay. */
const sandboxTimeoutMs = 600_000
const commandMsMax = 120_000

export interface Interactive {
  readonly sandbox: Sandbox
  readonly createMs: number
  /** From the call of create to the first output of the command. */
  readonly outputMs: number
}

export async function becomeInteractive(): Promise<Interactive> {
  const startedMs = performance.now()
  const sandbox = await Sandbox.create('base', { timeoutMs: sandboxTimeoutMs })
  const createMs = performance.now() - startedMs
  let outputMs: number | undefined
  try {
    await sandbox.commands.run('echo ready', {
      timeoutMs: commandMsMax,
      onStdout: () => {
        outputMs ??= performance.now() - startedMs
      },
    })
  } catch (error) {
    await sandbox.kill()
    throw error
  }
  if (outputMs === undefined) throw new Error('the command wrote nothing')
  return { sandbox, createMs, outputMs }
}

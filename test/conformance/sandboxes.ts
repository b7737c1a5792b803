/** The sandboxes of one test file: made by the official client, and all killed when the file ends, also when it fails. */
import { Sandbox, type SandboxOpts } from 'e2b'
import { afterAll, beforeAll } from 'vitest'
import { pointClientHere } from '../support/client.ts'

/** Longer than any file takes, so that a sandbox ends by its own rules only where a test says so. */
const timeoutMs = 180_000

/** Call at the top of a file; makes a sandbox of the base template whenever the returned function is called. */
export function sandboxesOfThisFile(): (opts?: SandboxOpts) => Promise<Sandbox> {
  const made: Promise<Sandbox>[] = []
  beforeAll(() => pointClientHere())
  afterAll(async () => {
    const ended = await Promise.allSettled(made)
    await Promise.all(ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value.kill()] : [])))
  })
  return (opts = {}) => {
    const sandbox = Sandbox.create('base', { timeoutMs, ...opts })
    made.push(sandbox)
    return sandbox
  }
}

/**
 * Uses the daemon once as the official client will, so that its code is loaded: every restored sandbox starts with what was
 * loaded at the checkpoint. Once is enough: docs/decisions/0007.
 */
import { settleAll } from '@cay/kit/flow/settle-all.ts'

/** The calls a warm-up makes, as edge/sandbox/guest-client.ts offers them. */
export interface WarmGuest {
  runCommand(user: string, command: string): Promise<{ exitCode: number; stdout: string; stderr: string }>
  writeFile(user: string, path: string, content: string): Promise<void>
  readFile(user: string, path: string): Promise<string>
  exerciseFiles(user: string, directory: string): Promise<void>
}

/** The same with connections of its own. */
export interface ClosableGuest extends WarmGuest {
  /** Resets every connection: a checkpoint must find none. */
  close(): void
}

const failingCommand = 'echo out; echo err >&2; exit 3'

/** Throws when the daemon gives a wrong answer: such a build must not be published. */
export async function warmUp(guest: WarmGuest, user: string): Promise<void> {
  // Commands are waited for most of the time: the rest goes on beside them.
  await settleAll([checkCommands(guest, user), checkFiles(guest, user)])
}

/** One short look: a command runs and its output comes back. */
export async function checkAlive(guest: WarmGuest, user: string): Promise<void> {
  const result = await guest.runCommand(user, 'echo alive')
  expectEqual('output of echo', result.stdout, 'alive\n')
}

async function checkCommands(guest: WarmGuest, user: string): Promise<void> {
  expectEqual('exit code of true', (await guest.runCommand(user, 'true')).exitCode, 0)
  const failed = await guest.runCommand(user, failingCommand)
  expectEqual('exit code', failed.exitCode, 3)
  expectEqual('standard output', failed.stdout, 'out\n')
  expectEqual('standard error', failed.stderr, 'err\n')
}

async function checkFiles(guest: WarmGuest, user: string): Promise<void> {
  const directory = '/tmp/.warm-up'
  const file = `${directory}-file`
  await guest.writeFile(user, file, 'text')
  expectEqual('content of a file', await guest.readFile(user, file), 'text')
  await guest.runCommand(user, `rm ${file}`)
  await guest.exerciseFiles(user, directory)
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found === expected) return
  throw new Error(`warm-up: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
}

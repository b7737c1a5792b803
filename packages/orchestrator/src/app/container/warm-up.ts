/**
 * Exercises the daemon once as an official client does, so that its code is loaded: every restored sandbox starts with what
 * was loaded at the checkpoint. Once suffices (docs/decisions/0007).
 */
import { settleAll } from '@cay/kit/flow/settle-all.ts'

/** The calls of a warm-up, as edge/sandbox/guest-client.ts implements them. */
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

/** Throws when the daemon responds wrongly: such a build must not be published. */
export async function warmUp(guest: WarmGuest, user: string): Promise<void> {
  // Most of the time is spent waiting for commands, so the files are exercised at the same time.
  await settleAll([checkCommands(guest, user), checkFiles(guest, user)])
}

/** Checks that a command runs and its output is returned. */
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

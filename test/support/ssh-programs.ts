/** Debian's OpenSSH client, out of its package, with a configuration of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { type UnpackedPackages, unpackPackages } from './debian-packages.ts'

export interface SshOutcome {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

export interface SshPrograms {
  /** Undefined where the package cannot be had: its tests are skipped. */
  readonly tree: () => string | undefined
  run(
    program: 'ssh' | 'scp' | 'sftp',
    args: readonly string[],
    options: { readonly env: Readonly<Record<string, string>>; readonly input?: string },
  ): Promise<SshOutcome>
  start(
    program: 'ssh',
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): ReturnType<typeof spawn>
}

/** Call at the top of a file. */
export function sshProgramsOfThisFile(): SshPrograms {
  let packages: UnpackedPackages | undefined
  beforeAll(async () => {
    try {
      packages = await unpackPackages('openssh-client')
    } catch (error) {
      console.warn(`skipped: the package openssh-client cannot be had: ${String(error).split('\n')[0]}`)
    }
  })
  afterAll(() => packages?.[Symbol.asyncDispose]())
  const pathOf = (program: string) => `${packages?.tree}/usr/bin/${program}`
  // scp and sftp have the path of ssh built in.
  const argv = (program: string, args: readonly string[]) =>
    program === 'ssh' ? args : ['-S', pathOf('ssh'), ...args]
  return {
    tree: () => packages?.tree,
    async run(program, args, { env, input = '' }) {
      const child = spawn(pathOf(program), argv(program, args), { env, stdio: ['pipe', 'pipe', 'pipe'] })
      // A program that does not read leaves its input.
      child.stdin.on('error', () => undefined)
      child.stdin.end(input)
      const [stdout, stderr] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        child.exitCode ?? once(child, 'exit'),
      ])
      return { stdout, stderr, exitCode: child.exitCode }
    },
    start: (program, args, env) =>
      spawn(pathOf(program), argv(program, args), { env, stdio: ['pipe', 'pipe', 'pipe'] }),
  }
}

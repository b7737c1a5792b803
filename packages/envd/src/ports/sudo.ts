import type { Command } from './process.ts'

/** A process in the sandbox that called `sudo`, as described by the kernel and /proc. */
export interface SudoCaller {
  readonly uid: number
  readonly argv: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  readonly workingDirectory: string
}

export interface SudoCommand {
  readonly command: Command
  /** The caller continues at once instead of waiting for the command. */
  readonly isBackground: boolean
}

export interface SudoRules {
  /** The content of /etc/sudoers and the files in its directory, concatenated; empty if there are none. */
  text(): string
}

import type { Command } from './process.ts'

/** Somebody in the sandbox who called `sudo`, as the kernel and /proc tell of them. */
export interface SudoCaller {
  readonly uid: number
  readonly argv: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  readonly workingDirectory: string
}

export interface SudoCommand {
  readonly command: Command
  /** The caller goes on at once. */
  readonly isBackground: boolean
}

export interface SudoRules {
  /** Of /etc/sudoers and the files in its directory, one after another; empty without any. */
  text(): string
}

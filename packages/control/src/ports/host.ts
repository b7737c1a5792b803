/** Facilities of the host that control needs. */

export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Resolves early, without an error, when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Holds the plain text of the first API key for the operator. */
export interface KeyFile {
  read(): Promise<string | undefined>
  write(key: string): Promise<void>
  /** Writes the key unless there is one; returns the one that is there then. */
  create(key: string): Promise<string>
}

/** Encrypts values that a copy of the database must not reveal. */
export interface Sealer {
  seal(text: string, purpose: string): string
  /** Throws when the text was not encrypted with this key for this purpose. */
  open(sealed: string, purpose: string): string
  /** The same for the same text and purpose; without the key nobody can tell whether a guessed text is the one. */
  digest(text: string, purpose: string): string
}

/** Returns the IPv4 addresses of a name that the team chose; rejects, or returns none, when there are none. */
export type ResolveHost = (host: string, teamId: string) => Promise<readonly string[]>

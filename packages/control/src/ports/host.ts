/** What control needs of the machine it runs on. */

export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Resolves early, without an error, when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Where the plain text of the first key is kept for whoever runs the installation. */
export interface KeyFile {
  read(): Promise<string | undefined>
  write(key: string): Promise<void>
}

/** Encrypts what a copy of the database must not tell. */
export interface Sealer {
  seal(text: string, purpose: string): string
  /** Throws when it was not sealed with this key for this purpose. */
  open(sealed: string, purpose: string): string
}

/** IPv4 addresses of a name; rejects, or gives none, when there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** systemd on this machine. Files are replaced as a whole. */
export interface Systemd {
  /** Whether it runs this machine; files can be written in any case. */
  readonly isRunning: boolean
  readonly unitDirectory: string
  readonly settingsDirectory: string
  writeFile(path: string, text: string, mode: number): Promise<void>
  hasFile(path: string): boolean
  removeFile(path: string): Promise<void>
  /** Throws with what it said. */
  call(args: readonly string[]): Promise<void>
}

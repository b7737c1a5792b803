/** The files of an artifact on the machine. */
export interface ArtifactFile {
  /** Relative, with `/` between directories. */
  readonly name: string
  readonly bytes: number
  readonly isExecutable: boolean
}

/** Files to upload. They must not change meanwhile. */
export interface ArtifactSource {
  readonly files: readonly ArtifactFile[]
  /** Fills the buffer; throws when the file has become shorter. */
  read(name: string, offset: number, buffer: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** Where a download goes. Nobody sees anything of it before the commit. */
export interface ArtifactSink {
  /** A file of that size, all of it a hole. */
  create(file: ArtifactFile): Promise<void>
  write(name: string, offset: number, bytes: Uint8Array): Promise<void>
  /** Makes all files visible at once. */
  commit(): Promise<void>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}

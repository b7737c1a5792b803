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
  /** Of the file, which stays open for reading until the source is closed. */
  descriptor(name: string): Promise<number>
  close(): Promise<void>
}

/** Where a download goes. Nobody sees anything of it before the commit. */
export interface ArtifactSink {
  /** A file of that size, all of it a hole. */
  create(file: ArtifactFile): Promise<void>
  /** Of a file that was created, which is open for writing until commit or discard. */
  descriptor(name: string): number
  /** Makes all files visible at once. */
  commit(): Promise<void>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}

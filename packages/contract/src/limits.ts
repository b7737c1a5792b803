/** Every number of the interface's section 8 and of the wire facts, once, with its unit in its name. */
export const limits = {
  listPageSizeMax: 100,
  listPageSizeDefault: 100,
  eventPageSizeDefault: 10,
  ledgerPageSizeMax: 1000,
  sandboxLogPageSizeMax: 1000,
  buildLogPageSizeMax: 100,
  pageCursorLengthMax: 512,
  logSearchLengthMax: 256,
  sandboxTimeoutSecondsDefault: 15,
  sandboxTimeoutSecondsDefaultV2: 300,
  refreshSecondsMin: 15,
  refreshSecondsMax: 3600,
  forkCountMax: 100,
  /** What a resume by traffic gives at least. */
  autoResumeSecondsMin: 300,
  memoryMbMin: 128,
  cpuCountMin: 1,
  cpuCountMax: 32,
  memoryMbMax: 64 * 1024,
  diskSizeMbMax: 256 * 1024,
  metadataKeyBytesMax: 246,
  metadataTotalBytesMax: 4096,
  /** Of a sandbox, names and values together: each list repeats it. */
  sandboxMetadataBytesMax: 64 * 1024,
  /** One variable, its name and value; and all of a sandbox: the system starts no program with more. */
  envVarBytesMax: 120 * 1024,
  envVarsBytesMax: 1024 * 1024,
  daemonPort: 49983,
  requestBodyBytesMax: 16 * 1024 * 1024,
  /** Of one archive of files that a template's step copies. */
  uploadBytesMax: 8 * 1024 ** 3,
  /** From the create of a build until it is started; what was uploaded for it is kept as long. */
  buildWaitingMsMax: 40 * 60_000,
  keepaliveSecondsDefault: 90,
  outputChunkBytesMax: 32 * 1024,
  ptyChunkBytesMax: 16 * 1024,
  /** Of one directory, and of one listing. */
  listedEntriesMax: 400_000,
  exitedProcessRetentionMs: 30_000,
  /** Of a stream that can be taken up again: what the system may hold on each side. Must fit into what the daemon keeps. */
  streamSocketBytesMax: 256 * 1024,
} as const

/** What a sandbox gets when its template says nothing else. */
export const defaultResources = { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10 * 1024 } as const

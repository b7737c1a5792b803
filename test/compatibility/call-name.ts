/** How who uses a client writes a call of it: `Sandbox.create`, `sandbox.files.read`, `template.runCmd`. */

/** By class: what stands before its static members, and before those of an instance. */
const writtenAs: Readonly<Record<string, readonly [ofClass: string, ofInstance: string]>> = {
  Sandbox: ['Sandbox', 'sandbox'],
  SandboxApi: ['Sandbox', 'sandbox'],
  Filesystem: ['Filesystem', 'sandbox.files'],
  Commands: ['Commands', 'sandbox.commands'],
  CommandHandle: ['CommandHandle', 'commandHandle'],
  Pty: ['Pty', 'sandbox.pty'],
  WatchHandle: ['WatchHandle', 'watchHandle'],
  Git: ['Git', 'sandbox.git'],
  SandboxPaginator: ['SandboxPaginator', 'sandboxPaginator'],
  SnapshotPaginator: ['SnapshotPaginator', 'snapshotPaginator'],
  SecretPaginator: ['SecretPaginator', 'secretPaginator'],
  // The same methods, by the class that has them and the interfaces that builders are handed out as.
  TemplateBase: ['Template', 'template'],
  TemplateBuilder: ['Template', 'template'],
  TemplateFromImage: ['Template', 'template'],
  Secret: ['Secret', 'secret'],
  Volume: ['Volume', 'volume'],
  // Of the client of desktops.
  VNCServer: ['VNCServer', 'sandbox.stream'],
}

/** Public classes that hold settings or results and never ask the service anything. */
export const silentClasses: readonly string[] = [
  'ApiClient',
  'ConnectionConfig',
  'E2B',
  'LogEntry',
  'LogEntryEnd',
  'LogEntryStart',
  // What the paginators inherit from.
  'Paginator',
  'ReadyCmd',
  'VolumeConnectionConfig',
  // Of the code interpreter's client.
  'Execution',
  'ExecutionError',
  'OutputMessage',
  'Result',
]

export interface Member {
  readonly className: string
  readonly member: string
  readonly isStatic: boolean
}

/** Undefined for members of other classes. */
export function callName({ className, member, isStatic }: Member): string | undefined {
  const [ofClass, ofInstance] = writtenAs[className] ?? []
  if (ofClass === undefined || ofInstance === undefined) return undefined
  return `${isStatic ? ofClass : ofInstance}.${member}`
}

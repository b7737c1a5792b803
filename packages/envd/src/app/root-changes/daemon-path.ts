/** The directory that the runtime itself adds to the root file system; its content always comes from the template. */

const directory = Buffer.from('.cay')
const slash = 0x2f

/** `path` has no leading slash. */
export function isDaemonPath(path: Buffer): boolean {
  if (!path.subarray(0, directory.length).equals(directory)) return false
  return path.length === directory.length || path[directory.length] === slash
}

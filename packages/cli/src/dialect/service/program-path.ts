/** Directories of system programs, also for a root shell with the PATH of a user. */
const systemDirectories = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** The PATH with the system's directories added at its end. */
export function completePath(path: string | undefined): string {
  const given = (path ?? '').split(':').filter((directory) => directory !== '')
  return [...new Set([...given, ...systemDirectories])].join(':')
}

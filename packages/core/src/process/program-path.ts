/** Which files a command name may mean, in order; whether one of them is a program is asked of the file system. */
export function programCandidates(command: string, searchPath: string): string[] {
  if (command === '') return []
  if (command.includes('/')) return [command]
  // An empty entry of the search path means the working directory.
  return searchPath.split(':').map((directory) => `${directory === '' ? '.' : directory}/${command}`)
}

/**
 * The argument vector that lets the shell say what is wrong with a command: such a process has a pid, a text on
 * standard error, and 127 or 126 as its status.
 */
export function shellFallback(command: string, args: readonly string[]): { file: string; argv: string[] } {
  return { file: '/bin/sh', argv: ['/bin/sh', '-c', 'exec "$@"', '--', command, ...args] }
}

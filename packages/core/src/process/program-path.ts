/** Which files a command name may mean, in order; whether one of them is a program is asked of the file system. */
export function programCandidates(command: string, searchPath: string): string[] {
  if (command === '') return []
  if (command.includes('/')) return [command]
  // An empty entry of the search path means the working directory.
  return searchPath.split(':').map((directory) => `${directory === '' ? '.' : directory}/${command}`)
}

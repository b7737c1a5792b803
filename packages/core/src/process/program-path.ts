/** The candidate files for a command name, in order; the caller checks which of them is an executable file. */
export function programCandidates(command: string, searchPath: string): string[] {
  if (command === '') return []
  if (command.includes('/')) return [command]
  // An empty entry of the search path means the working directory.
  return searchPath.split(':').map((directory) => `${directory === '' ? '.' : directory}/${command}`)
}

/** The environment of this process for child processes, as `NAME=value`. */
export function inheritedEnvironment(): string[] {
  return environmentOf(process.env)
}

export function environmentOf(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`)
}

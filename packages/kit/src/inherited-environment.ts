/** Our variables as programs that we start inherit them: all of them, and none is a setting of ours. `NAME=value` each. */
export function inheritedEnvironment(): string[] {
  return environmentOf(process.env)
}

export function environmentOf(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`)
}

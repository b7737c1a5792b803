/** Installs servers of the catalogue, so that sandboxes of the template that is being built have them from the start. */
import { ConfigError, findSource, type ServerSource } from '../dialect/gateway-config.ts'

export interface PullParts {
  readonly install: (source: ServerSource) => Promise<string>
  readonly print: (line: string) => void
}

/** Every wrong name is told before anything is installed. Throws ConfigError. */
export async function pullServers(names: readonly string[], { install, print }: PullParts): Promise<void> {
  const found = names.map((name) => {
    try {
      return { name, source: findSource(name) }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return { name, wrong: error.message }
    }
  })
  const wrong = found.flatMap((one) => (one.wrong === undefined ? [] : [one.wrong]))
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  // One after the other: a build shows what it is at.
  for (const { name, source } of found) {
    if (source === undefined) continue
    print(`installing the MCP server "${name}"`)
    await install(source)
  }
}

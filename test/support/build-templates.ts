/** Builds with the official client, and what they say, for tests that order many of them, also at once. */
import { Sandbox, Template } from 'e2b'

/** Small: they are built faster. */
export const sizes = { cpuCount: 1, memoryMB: 512 } as const

export interface BuildEnd {
  /** What the client says of a build that failed. */
  readonly error: string | undefined
  /** Everything that the build said. */
  readonly log: string
}

export async function build(
  name: string,
  template: Parameters<typeof Template.build>[0],
  apiKey?: string,
): Promise<BuildEnd> {
  const lines: string[] = []
  const onBuildLogs = ({ message }: { message: string }) => void lines.push(message)
  const options = { onBuildLogs, ...sizes, ...(apiKey === undefined ? {} : { apiKey }) }
  const error = await Template.build(template, name, options).then(
    () => undefined,
    (failure: unknown) => String(failure instanceof Error ? failure.message : failure),
  )
  return { error, log: lines.join('\n') }
}

/** Standard output of root's command in a new sandbox. */
export async function say(template: string, command: string): Promise<string> {
  return await inSandbox(
    template,
    async ({ commands }) => (await commands.run(command, { user: 'root' })).stdout,
  )
}

/** Ended with the task: tests that run at once have no end of their own to wait for. */
export async function inSandbox<T>(template: string, task: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await Sandbox.create(template)
  try {
    return await task(sandbox)
  } finally {
    await sandbox.kill()
  }
}

/** What a template may be called. */
export function named(title: string): string {
  return title.replaceAll(/[^a-z0-9]+/g, '-')
}

let layersMade = 0

/** The name of a file in a layer: no two layers are alike, for what a team has fetched is not fetched again. */
export function newName(): string {
  return `a-${layersMade++}`
}

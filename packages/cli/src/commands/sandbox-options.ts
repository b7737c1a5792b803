/** The options of `cay sandbox create` and `cay run`. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { NewSandbox } from '../app/sandbox/create-sandbox.ts'
import { parseCount, parsePair } from './options.ts'

export interface CreateFlags {
  readonly timeout?: number
  readonly metadata: Readonly<Record<string, string>>
  readonly autoPause: boolean
  readonly internet: boolean
  readonly volume: NewSandbox['volumes']
}

export function withCreateOptions(command: Command): Command {
  return command
    .option('--timeout <seconds>', 'until it is killed or paused (default: 300)', parseCount)
    .addOption(
      new Option('-m, --metadata <key=value>', 'a pair to find it by; may be repeated')
        .argParser(parsePair)
        .default({}, 'none'),
    )
    .addOption(
      new Option('-v, --volume <name:path>', 'mount a volume at a path; may be repeated')
        .argParser(parseMount)
        .default([], 'none'),
    )
    .option('--auto-pause', 'pause it at its timeout instead of killing it', false)
    .option('--no-internet', 'deny all connections that leave it')
}

export function newSandboxOf(
  template: string,
  { timeout, metadata, autoPause, internet, volume }: CreateFlags,
  envs: Readonly<Record<string, string>> = {},
): NewSandbox {
  return {
    ...{ template, timeoutSeconds: timeout, metadata, envs },
    ...{ pausesAtEnd: autoPause, hasInternet: internet, volumes: volume },
  }
}

/** A third part, such as the `:ro` of other programs, is refused: the mount would not be what it asks for. */
function parseMount(text: string, before: NewSandbox['volumes']): NewSandbox['volumes'] {
  const [name = '', path = '', ...rest] = text.split(':')
  if (name === '' || !path.startsWith('/') || rest.length > 0)
    throw new InvalidArgumentError('expected NAME:/PATH')
  return [...before, { name, path }]
}

/** `cay up`, `down`, `setup`, `doctor` and `trust`. */
import { parseBaseDomain } from '@cay/core/routing/base-domain.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Load, parseCount, settingsHelp } from './options.ts'

export interface ServiceVerbs {
  up(options: { stepsBefore: number; domain: string | undefined; isDetached: boolean }): Promise<number>
  setUp(options: { stepsBefore: number; stepsAfter: number }): Promise<number>
  down(): Promise<number>
  doctor(options: { json: boolean }): Promise<number>
  showTrust(options: { pem: boolean }): Promise<number>
}

export function addServiceCommands(
  program: Command,
  load: Load<ServiceVerbs>,
  done: (code: number) => void,
): void {
  const stepsBefore = new Option('--steps-before <n>').argParser(parseCount).default(0).hideHelp()
  const stepsAfter = new Option('--steps-after <n>').argParser(parseCount).default(0).hideHelp()
  const domain = new Option(
    '--domain <name>',
    'serve the API and all sandboxes below this domain with TLS: CAY_DOMAIN=NAME and CAY_TLS=auto, for this start; takes precedence over CAY_DOMAIN in the environment',
  ).argParser(parseDomain)
  program
    .command('up')
    .summary('Install what is missing and run the services in the foreground')
    .description(
      'Install the Debian packages this host lacks, build the base template, and run the services in the foreground. A service that exits is restarted. Ctrl-C stops the services; sandboxes keep running, and the next `cay up` adopts them.',
    )
    .addOption(stepsBefore)
    .addOption(domain)
    .option('-d, --detach', 'run the services in the background, and return when they are ready', false)
    .addHelpText('after', settingsHelp)
    .action(async ({ stepsBefore, domain, detach: isDetached }) =>
      done(await (await load()).up({ stepsBefore, domain, isDetached })),
    )
  program
    .command('down')
    .summary('Stop the services, end all sandboxes and leave the host clean')
    .description(
      'Stop the services of this data directory, end all of its sandboxes, and remove what they used on the host: processes, network namespaces, interfaces, nft tables, cgroups and mounts. Templates and the database are kept.',
    )
    .action(async () => done(await (await load()).down()))
  program
    .command('setup')
    .summary('Install what is missing and build the base template, start nothing')
    .addOption(stepsBefore)
    .addOption(stepsAfter)
    .action(async (options) => done(await (await load()).setUp(options)))
  program
    .command('doctor')
    .summary('Check what this host can and cannot do, change nothing')
    .description(
      'Check what this host can and cannot do, before anything is started. Changes nothing. The exit code is 1 if a problem keeps sandboxes from running.',
    )
    .option('--json', 'print the findings as JSON', false)
    .action(async (options) => done(await (await load()).doctor(options)))
}

export function addTrustCommand(
  program: Command,
  load: Load<ServiceVerbs>,
  done: (code: number) => void,
): void {
  program
    .command('trust')
    .summary("Explain how to trust this installation's certificates")
    .description(
      'Explain how programs trust the certificates that this installation issues for its own names with CAY_TLS=auto. Creates the authority if there is none, and changes nothing else.',
    )
    .option('--pem', "print the authority's certificate instead", false)
    .action(async (options) => done(await (await load()).showTrust(options)))
}

function parseDomain(text: string): string {
  const domain = parseBaseDomain(text)
  if (domain === undefined)
    throw new InvalidArgumentError('expected a domain name without scheme and port, such as cay.localhost')
  return domain
}

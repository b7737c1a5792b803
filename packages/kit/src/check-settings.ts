/** All settings at once, before anything is started: what no service could start with, and what none of them reads. */
import { findNearestName } from '@cay/core/nearest-name.ts'
import { readCommonSettings } from './data-layout.ts'
import { readOidcSettings } from './oidc-settings.ts'
import { type Environment, readOptional, SettingError } from './settings.ts'
import { readSetting, type SettingName, settingsTable } from './settings-table.ts'
import { readFileSetting, readTlsDomain } from './tls-settings.ts'
import { readTracingSettings } from './tracing.ts'

export interface SettingFinding {
  readonly variable: string
  /** One line for people. A value that is secret is not in it. */
  readonly message: string
}

export interface CheckedSettings {
  readonly wrong: readonly SettingFinding[]
  readonly unknown: readonly SettingFinding[]
}

/** Read by the command alone. */
const commandVariables = ['CAY_CONFIG', 'CAY_PROFILE']
/** Read by tests and in development, by no service of an installation. */
const developmentVariables = ['CAY_ENVD_PORT', 'CAY_FUZZ_RUNS', 'CAY_TEST_NAME']

const names = Object.keys(settingsTable).filter((name): name is SettingName => name in settingsTable)

export function checkSettings(env: Environment): CheckedSettings {
  const rules = [...names.map((name) => () => readSetting(env, name)), ...rulesBetween(env)]
  const errors = rules.flatMap((rule) => caught(rule) ?? [])
  // A rule between two settings meets the error of one of them again.
  const byMessage = new Map(errors.map((error) => [error.message, error]))
  return {
    wrong: [...byMessage.values()].map(({ variable, message }) => ({ variable, message })),
    unknown: findUnknown(env),
  }
}

/** What one variable does not say by itself. */
function rulesBetween(env: Environment): (() => unknown)[] {
  const tls = caught(() => readSetting(env, 'CAY_TLS')) === undefined ? readSetting(env, 'CAY_TLS') : 'off'
  return [
    () => readCommonSettings(env),
    () => readTracingSettings(env),
    () => readOidcSettings(env),
    () => refuseSamePorts(env),
    ...(tls === 'off' ? [] : [() => readTlsDomain(env)]),
    ...(tls === 'files'
      ? [() => readFileSetting(env, 'CAY_TLS_CERT_FILE'), () => readFileSetting(env, 'CAY_TLS_KEY_FILE')]
      : []),
  ]
}

function caught(rule: () => unknown): SettingError | undefined {
  try {
    rule()
    return undefined
  } catch (error) {
    if (error instanceof SettingError) return error
    throw error
  }
}

/** Two services cannot have one port; 0 takes a free one. */
function refuseSamePorts(env: Environment): void {
  const alwaysOpen = ['CAY_API_PORT', 'CAY_PROXY_PORT'] as const
  const ports = [...alwaysOpen, ...(readSetting(env, 'CAY_TLS') === 'off' ? [] : (['CAY_TLS_PORT'] as const))]
  const takenBy = new Map<number, string>()
  for (const name of ports) {
    const port = readSetting(env, name)
    const other = takenBy.get(port)
    if (port !== 0 && other !== undefined)
      throw new SettingError(name, String(port), `another port than that of ${other}`)
    takenBy.set(port, name)
  }
}

function findUnknown(env: Environment): SettingFinding[] {
  const known: readonly string[] = [...names, ...commandVariables, ...developmentVariables]
  return Object.keys(env)
    .filter((variable) => variable.startsWith('CAY_') && !known.includes(variable))
    .filter((variable) => readOptional(env, variable) !== undefined)
    .sort()
    .map((variable) => {
      const nearest = findNearestName(variable, names)
      const guess = nearest === undefined ? 'docs/settings.md lists them' : `did you mean ${nearest}?`
      return { variable, message: `${variable} is not a setting of Cay and has no effect: ${guess}` }
    })
}

import type { CheckedSettings } from '@cay/kit/check-settings.ts'
import { exitCodes } from '@cay/kit/service.ts'
import type { Paint } from '../../dialect/output/paint.ts'

/** Prints every invalid and every unknown setting, one line each. Returns the exit code when some setting is invalid. */
export function reportSettings(
  { wrong, unknown }: CheckedSettings,
  { printError, paint }: { printError: (line: string) => void; paint: Paint },
): number | undefined {
  for (const { message } of unknown) printError(`${paint('warning', 'Warning:')} ${message}`)
  for (const { message } of wrong) printError(`${paint('bad', 'Error:')} ${message}`)
  return wrong.length === 0 ? undefined : exitCodes.badSettings
}

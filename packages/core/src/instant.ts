/**
 * Converts between timestamps on the wire (RFC 3339, UTC, milliseconds) and milliseconds since 1970, without a clock.
 * Years 1970 to 9999.
 */
const msPerDay = 86_400_000

/** The last millisecond of the year 9999. */
const latestMs = 253_402_300_799_999

/** Requests beyond the range get the last instant: nothing is later, and every number type can represent it. */
export function clampInstant(ms: number): number {
  return Math.min(ms, latestMs)
}

export function formatInstant(ms: number): string {
  const days = Math.floor(ms / msPerDay)
  const { year, month, day } = civilFromDays(days)
  const rest = ms - days * msPerDay
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  const time = `${pad(Math.floor(rest / 3_600_000), 2)}:${pad(Math.floor(rest / 60_000) % 60, 2)}:${pad(Math.floor(rest / 1000) % 60, 2)}`
  return `${date}T${time}.${pad(rest % 1000, 3)}Z`
}

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z$/

/** Digits below the millisecond are cut. Undefined when the text is not a UTC timestamp. */
export function parseInstant(text: string): number | undefined {
  const match = pattern.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const ms = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const days = daysFromCivil(year, month, day)
  const total = days * msPerDay + ((hour * 60 + minute) * 60 + second) * 1000 + ms
  // A date that does not exist (31 February) formats as a different text.
  return total >= 0 && formatInstant(total).slice(0, 19) === text.slice(0, 19) ? total : undefined
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

/** Days are counted in eras of 400 years that begin in March, so that the leap day is the last of its year. */
const daysPerEra = 146_097
const daysBefore1970 = 719_468

function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + daysBefore1970
  const era = Math.floor(shifted / daysPerEra)
  const dayOfEra = shifted - era * daysPerEra
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

function daysFromCivil(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * daysPerEra + dayOfEra - daysBefore1970
}

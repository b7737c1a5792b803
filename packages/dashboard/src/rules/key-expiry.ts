/** When a new API key expires. */
export const keyLives = [
  { value: 'never', title: 'Never', days: undefined },
  { value: '1', title: 'After a day', days: 1 },
  { value: '7', title: 'After a week', days: 7 },
  { value: '30', title: 'After 30 days', days: 30 },
  { value: '90', title: 'After 90 days', days: 90 },
  { value: '365', title: 'After a year', days: 365 },
  { value: 'day', title: 'On a day…', days: undefined },
] as const

const dayMs = 86_400_000

export interface ChosenExpiry {
  /** Of a list. */
  readonly life: string
  /** `2027-01-31`, for the choice of a day: the key is good until it ends, where the page is. */
  readonly day: string
}

/** An instant in ISO 8601; undefined: the key does not expire. Throws where no day was chosen. */
export function expiryOf({ life, day }: ChosenExpiry, nowMs: number): string | undefined {
  if (life === 'day') return endOfDay(day)
  const days = keyLives.find(({ value }) => value === life)?.days
  return days === undefined ? undefined : new Date(nowMs + days * dayMs).toISOString()
}

function endOfDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) throw new Error('Choose a day.')
  return new Date(year, month - 1, date + 1).toISOString()
}

/** Figures as people read them. */
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

const spans = [
  { unit: 'd', seconds: 86_400 },
  { unit: 'h', seconds: 3600 },
  { unit: 'min', seconds: 60 },
  { unit: 's', seconds: 1 },
] as const

/** In its largest unit, and the next one while the first is below ten. */
export function formatDuration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  const index = spans.findIndex(({ seconds }) => total >= seconds)
  const first = spans[index]
  if (first === undefined) return '0 s'
  const count = Math.floor(total / first.seconds)
  const next = spans[index + 1]
  const rest = next === undefined ? 0 : Math.floor((total % first.seconds) / next.seconds)
  return next === undefined || rest === 0 || count >= 10
    ? `${count} ${first.unit}`
    : `${count} ${first.unit} ${rest} ${next.unit}`
}

export function formatAgo(isoTime: string, nowMs: number): string {
  return `${formatDuration(nowMs - Date.parse(isoTime))} ago`
}

/** `14:05:09`, with the date before it on another day than today. */
export function formatTime(isoTime: string, nowMs: number): string {
  const time = new Date(isoTime)
  const clock = time.toLocaleTimeString('en-GB')
  const isToday = time.toDateString() === new Date(nowMs).toDateString()
  return isToday ? clock : `${time.toLocaleDateString('sv-SE')} ${clock}`
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : noun.endsWith('x') ? 'es' : 's'}`
}

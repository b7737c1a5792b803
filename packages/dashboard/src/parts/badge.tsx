/** A state, by its word and by its colour. */
const tones: Readonly<Record<string, string>> = {
  running: 'good',
  ready: 'good',
  delivered: 'good',
  enabled: 'good',
  done: 'good',
  paused: 'calm',
  waiting: 'calm',
  pending: 'calm',
  building: 'busy',
  draining: 'busy',
  connecting: 'busy',
  error: 'bad',
  failed: 'bad',
  refused: 'bad',
  dead: 'bad',
  unhealthy: 'bad',
}

export function Badge({ state }: { readonly state: string }) {
  return <span class={`badge ${tones[state] ?? 'calm'}`}>{state}</span>
}

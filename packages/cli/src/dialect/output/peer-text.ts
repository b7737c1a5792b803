/** Maximum characters of a message of another machine that are shown. */
const lengthMax = 4000

/** A message of another machine in a sentence of ours: bounded, and indented from its second line on, so that no line of it looks like ours. */
export function peerText(text: string): string {
  const whole = text.trim()
  const shown = whole.length > lengthMax ? `${whole.slice(0, lengthMax)}…` : whole
  return shown.replaceAll(/\r?\n/g, '\n  ')
}

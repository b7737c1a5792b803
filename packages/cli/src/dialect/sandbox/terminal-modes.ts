/**
 * What a program has switched at the terminal that shows it: who leaves the program while it runs is to have the terminal as it was.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are spoken to with them.
const switches = /\x1b(?:\[\?([\d;]+)([hl])|[=>])/g
/** A sequence that is not complete yet. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const beginning = /\x1b(?:\[(?:\?[\d;]{0,32})?)?$/

/** Those that are on from the beginning: lines wrap, and the cursor is shown. */
const usuallyOn: ReadonlySet<string> = new Set(['7', '25'])

export class TerminalModes {
  readonly #changed = new Map<string, boolean>()
  #hasKeypad = false
  #rest = ''

  push(bytes: Buffer): void {
    // In this encoding each byte is one letter.
    const text = this.#rest + bytes.toString('latin1')
    for (const [whole, modes, letter] of text.matchAll(switches)) {
      if (modes === undefined) this.#hasKeypad = whole === '\x1b='
      else for (const mode of modes.split(';')) this.#note(mode, letter === 'h')
    }
    this.#rest = beginning.exec(text)?.[0] ?? ''
  }

  /** What takes back all of it; empty where nothing is switched. */
  restore(): string {
    const modes = [...this.#changed].map(([mode, isOn]) => `\x1b[?${mode}${isOn ? 'l' : 'h'}`)
    return modes.join('') + (this.#hasKeypad ? '\x1b>' : '')
  }

  #note(mode: string, isOn: boolean): void {
    if (isOn === usuallyOn.has(mode)) this.#changed.delete(mode)
    else this.#changed.set(mode, isOn)
  }
}

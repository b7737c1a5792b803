/** Names that others gave, where they become words of a command line. */

const wordLengthMax = 255
const plainWord = /^[A-Za-z0-9_][A-Za-z0-9_.:/-]*$/

/** Whether a shell takes the text for one word, with nothing to expand, and a command takes the word for a name, and not for an option. */
export function isPlainWord(text: string): boolean {
  return text.length <= wordLengthMax && plainWord.test(text)
}

/** What a script passes on: the name, unless the command that gets it would read it as an option. */
export function nameOrId(name: string | null, id: string): string {
  return name === null || name.startsWith('-') ? id : name
}

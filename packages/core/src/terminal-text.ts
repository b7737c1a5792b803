/**
 * Text of others for terminals and files that people read. Control characters speak to a terminal, format characters turn the direction
 * of what follows or are not seen at all, and separators of lines and paragraphs begin lines of their own.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const unsafeInLines = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** One line: a mark stands in place of each unsafe character. */
export function printable(text: string): string {
  return text.replaceAll(unsafe, '?')
}

/** Keeps ends of lines and tabs. */
export function printableLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(unsafeInLines, '?')
}

/** JSON that parses to the same value, with every unsafe character escaped. */
export function printableJson(value: unknown, indent?: number): string {
  return escapeUnsafe(JSON.stringify(value, null, indent), jsonEscape)
}

/** Escapes the characters that are unsafe in lines, in a text whose quoted strings take such escapes. */
export function escapeUnsafe(text: string, escapeOne: (character: string) => string): string {
  return text.replaceAll(unsafeInLines, escapeOne)
}

export function hasUnsafe(text: string): boolean {
  return text.search(unsafe) !== -1
}

/** Beyond the basic plane an escape for each half. */
function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) =>
    hexEscape('u', character.charCodeAt(index), 4),
  ).join('')
}

export function hexEscape(letter: string, code: number, digits: number): string {
  return `\\${letter}${code.toString(16).padStart(digits, '0')}`
}

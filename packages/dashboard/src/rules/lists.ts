/** Entries of a list that somebody types, parted by commas, spaces or lines. */
export function parseList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

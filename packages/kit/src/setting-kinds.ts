/** The kinds of values that settings have. */
import type { Setting } from './settings.ts'

interface Range {
  readonly min: number
  readonly max: number
}

export function integer({ fallback, ...range }: Range & { readonly fallback: number }): Setting<number> {
  return { ...integerWithin(range), fallback }
}

export function decimal({ fallback, min, max }: Range & { readonly fallback: number }): Setting<number> {
  return {
    range: { min, max },
    allowed: `a number from ${min} to ${max}`,
    parse: (text) => {
      const number = Number(text)
      return /^\d+(\.\d+)?$/.test(text) && number >= min && number <= max ? number : undefined
    },
    fallback,
  }
}

/** Without a default that could be written down. */
export function optionalInteger(range: Range): Setting<number, undefined> {
  return { ...integerWithin(range), fallback: undefined }
}

function integerWithin(range: Range): Omit<Setting<number>, 'fallback'> {
  const { min, max } = range
  return {
    range,
    allowed: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const number = Number(text)
      return /^\d+$/.test(text) && number >= min && number <= max ? number : undefined
    },
  }
}

export function choice<T extends string>(choices: readonly T[], fallback: T): Setting<T> {
  return {
    fallback,
    allowed: `one of ${choices.join(', ')}`,
    parse: (text) => choices.find((candidate) => candidate === text),
  }
}

export function freeText(fallback: string): Setting<string> {
  return { fallback, allowed: 'any text', parse: (text) => text }
}

export function absolutePath(fallback: string): Setting<string> {
  return { ...optionalPath, fallback }
}

export const optionalPath: Setting<string, undefined> = {
  fallback: undefined,
  allowed: 'an absolute path',
  parse: (text) => (text.startsWith('/') ? text.replace(/\/+$/, '') || '/' : undefined),
}

/** A text of some shape that has no default. */
export function optional<Value>(
  parse: (text: string) => Value | undefined,
  allowed: string,
): Setting<Value, undefined> {
  return { fallback: undefined, allowed, parse }
}

/** Items with commas between; none when unset. */
export function list<Item>(
  parseItem: (text: string) => Item | undefined,
  allowed: string,
): Setting<readonly Item[]> {
  return {
    fallback: [],
    allowed,
    parse: (text) => {
      const parsed = text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
        .map(parseItem)
      const items = parsed.filter((item) => item !== undefined)
      return items.length === parsed.length ? items : undefined
    },
  }
}

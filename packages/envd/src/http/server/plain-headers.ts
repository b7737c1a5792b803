/**
 * Replaces the global `Headers` in the daemon's bundle, for the RPC library. Node's own implementation loads its
 * client for HTTP, HTTP/2, TLS and workers: 50 modules that nothing else in the daemon needs, in the memory of every
 * sandbox. It conforms to the Fetch standard, except that it has no guard and accepts no array-like objects as pairs.
 */

type Init = Iterable<readonly [string, string]> | Readonly<Record<string, string>>

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Any bytes except NUL and line ends. */
const allowedValue = /^[^\0\r\n\u0100-\uffff]*$/
const outerWhitespace = /^[\t\r\n ]+|[\t\r\n ]+$/g
/** The only header whose values cannot be joined. */
const setCookie = 'set-cookie'

class PlainHeaders implements Iterable<[string, string]> {
  readonly #values = new Map<string, string[]>()

  constructor(init: Init = {}) {
    const pairs = isIterable(init) ? init : Object.entries(init)
    for (const [name, value] of pairs) this.append(name, value)
  }

  append(name: string, value: string): void {
    const key = keyOf(name)
    const values = this.#values.get(key)
    if (values === undefined) this.#values.set(key, [normalized(value)])
    else values.push(normalized(value))
  }

  set(name: string, value: string): void {
    this.#values.set(keyOf(name), [normalized(value)])
  }

  delete(name: string): void {
    this.#values.delete(keyOf(name))
  }

  get(name: string): string | null {
    return this.#values.get(keyOf(name))?.join(', ') ?? null
  }

  has(name: string): boolean {
    return this.#values.has(keyOf(name))
  }

  getSetCookie(): string[] {
    return [...(this.#values.get(setCookie) ?? [])]
  }

  forEach(callback: (value: string, name: string, headers: PlainHeaders) => void): void {
    for (const [name, value] of this) callback(value, name, this)
  }

  *entries(): Generator<[string, string]> {
    for (const name of [...this.#values.keys()].sort()) {
      const values = this.#values.get(name) ?? []
      if (name === setCookie) for (const value of values) yield [name, value]
      else yield [name, values.join(', ')]
    }
  }

  *keys(): Generator<string> {
    for (const [name] of this.entries()) yield name
  }

  *values(): Generator<string> {
    for (const [, value] of this.entries()) yield value
  }

  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries()
  }
}

/** The bundler replaces the global by this export's name. */
export { PlainHeaders as Headers }

function isIterable(init: Init): init is Iterable<readonly [string, string]> {
  return Symbol.iterator in init
}

function keyOf(name: string): string {
  if (!token.test(name)) throw new TypeError(`"${name}" is no name of a header`)
  return name.toLowerCase()
}

function normalized(value: string): string {
  const text = String(value).replace(outerWhitespace, '')
  if (!allowedValue.test(text)) throw new TypeError('the value of a header holds a letter that it may not')
  return text
}

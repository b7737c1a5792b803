/**
 * Set-up file of the conformance tests: notes which calls of the official client a file makes, and whether one of them
 * was ever answered as it promises. Calls that the client makes for itself inside another one do not count.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Sandbox, Secret, TemplateBase, Volume } from 'e2b'
import { beforeEach } from 'vitest'
import { callName } from './call-name.ts'

export type Outcome = 'works' | 'fails'

declare module 'vitest' {
  interface TaskMeta {
    calls?: Readonly<Record<string, Outcome>>
    /** Of calls that a file does not make itself: in which test of another kind they are. */
    tests?: Readonly<Record<string, string>>
  }
}

const outcomes: Record<string, Outcome> = {}
const tests: Record<string, string> = {}
const watched = new WeakSet<object>()
const insideOfCall = new AsyncLocalStorage<true>()

beforeEach(({ task }) => {
  task.file.meta.calls = outcomes
  task.file.meta.tests = tests
})

for (const client of [Sandbox, Secret, TemplateBase, Volume]) {
  for (const each of [client, ...above(client)]) watchMembers(each, nameOf(each), true)
  watchInstance(client.prototype)
}

/** Once answered, a call works, whatever else it was made for. */
export function noteCall(call: string, isAnswered: boolean): void {
  if (outcomes[call] !== 'works') outcomes[call] = isAnswered ? 'works' : 'fails'
}

export function noteTest(call: string, name: string): void {
  tests[call] = name
}

function nameOf(owner: object): string {
  return typeof owner === 'function' ? owner.name : owner.constructor.name
}

/** Classes that the client does not hand out are met when one of its calls returns an instance. */
function watchInstance(value: unknown): void {
  if (Array.isArray(value)) for (const each of value) watchInstance(each)
  if (typeof value !== 'object' || value === null) return
  for (const each of [value, ...above(value)])
    if (Object.hasOwn(each, 'constructor')) watchMembers(each, nameOf(each), false)
  if (value instanceof Sandbox && value !== Sandbox.prototype)
    for (const part of [value.files, value.commands, value.pty, value.git, streamOf(value)])
      watchInstance(part)
}

/** Of the client of desktops alone. */
const streamOf = (sandbox: Sandbox): unknown => ('stream' in sandbox ? sandbox.stream : undefined)

/** What an object inherits from, without what every object does. */
function above(value: object): object[] {
  const next = Object.getPrototypeOf(value) as object | null
  const isEnd = next === null || next === Object.prototype || next === Function.prototype
  return isEnd ? [] : [next, ...above(next)]
}

function watchMembers(owner: object, className: string, isStatic: boolean): void {
  if (watched.has(owner)) return
  watched.add(owner)
  for (const [member, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
    const call = callName({ className, member, isStatic })
    const original: unknown = descriptor.value
    if (call === undefined || typeof original !== 'function' || member === 'constructor') continue
    const value = function (this: unknown, ...args: unknown[]): unknown {
      return watchCall(call, () => original.apply(this, args) as unknown)
    }
    Object.defineProperty(owner, member, { ...descriptor, value })
  }
}

function watchCall(call: string, make: () => unknown): unknown {
  if (insideOfCall.getStore() === true) return make()
  const answered = (value: unknown) => {
    noteCall(call, true)
    watchInstance(value)
  }
  try {
    const result = insideOfCall.run(true, make)
    if (result instanceof Promise) void result.then(answered, () => noteCall(call, false))
    else answered(result)
    return result
  } catch (error) {
    noteCall(call, false)
    throw error
  }
}

/**
 * A kernel of JavaScript and TypeScript: `node kernel.mjs LANGUAGE REQUESTS EVENTS`, the last two being descriptors of pipes
 * that carry lines of JSON. Cells run in the main thread, as scripts of the inspector's REPL mode: with `await` at the top,
 * and with names that later cells may declare again. A worker reads the requests, so that a cell that never pauses can be
 * interrupted. What cells print goes to standard output and error.
 */
import { Session } from 'node:inspector'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { SHARE_ENV, Worker } from 'node:worker_threads'
import { toScript } from './cell.mjs'
import { installDisplay, render } from './display.mjs'
import { emit, openEvents } from './events.mjs'
import { installImport } from './modules.mjs'

const [language, requests, events] = process.argv.slice(2)
const takeKey = Symbol.for('cay.take')
/** Shared with the worker: whether this thread was free and has answered an interrupt. */
const flags = new Int32Array(new SharedArrayBuffer(4))

const held = new Set()
let session = connected()
let count = 0
let taken
/** Ends the cell that is waited for. */
let giveUp

openEvents(Number(events))
hide(takeKey, (value) => {
  taken = value
})
hide(Symbol.for('cay.hold'), hold)
installImport()
const pendingDisplays = installDisplay()
globalThis.require = createRequire(join(process.cwd(), 'cell.cjs'))
process.argv.splice(1)
// What fails behind a cell is told, and does not end what the cells know.
process.on('uncaughtException', (error) => console.error('Uncaught', error))

const worker = new Worker(new URL('./requests.mjs', import.meta.url), {
  env: SHARE_ENV,
  workerData: { requests: Number(requests), flags },
})
worker.on('message', async (request) => {
  if (request.type === 'interrupt') return interrupt()
  if (request.type === 'execute') await runCell(request.code)
  emit({ type: 'end' })
})
worker.on('exit', () => process.exit())
emit({ type: 'ready' })

async function runCell(code) {
  count += 1
  try {
    const script = `${toScript(code, language)}\n//# sourceURL=cell-${count}`
    const isGivenUp = new Promise((resolve) => {
      giveUp = () => resolve({ isEnded: true })
    })
    await report(await Promise.race([evaluate(script), isGivenUp]))
    await Promise.race([Promise.allSettled(pendingDisplays.splice(0)), isGivenUp])
  } catch (error) {
    emitError(error)
  } finally {
    giveUp = undefined
    session.post('Runtime.releaseObjectGroup', { objectGroup: 'cell' })
  }
}

function evaluate(expression) {
  const options = { expression, replMode: true, objectGroup: 'cell', allowUnsafeEvalBlockedByCSP: true }
  return new Promise((resolve) => {
    session.post('Runtime.evaluate', options, (error, answer) => {
      // The script is always a valid request: there is no answer only when the worker ended it.
      resolve(error === null ? answer : { isEnded: true })
    })
  })
}

async function report({ isEnded, exceptionDetails, result }) {
  if (isEnded) renewSession()
  if (isEnded)
    return emit({ type: 'error', name: 'Interrupted', value: 'the cell was interrupted', traceback: '' })
  if (exceptionDetails !== undefined)
    return emitError(realValue(exceptionDetails.exception), placeOf(exceptionDetails))
  const data = await render(realValue(result))
  if (data !== undefined) emit({ type: 'result', data, is_main_result: true })
}

function connected() {
  const made = new Session()
  made.connect()
  return made
}

/** A cell that was ended has left a promise that is never settled: the session must not learn that it is collected. */
function renewSession() {
  session.disconnect()
  session = connected()
  held.clear()
}

/**
 * Everything that the top of a cell awaits comes through here, and stays here until it is settled: the inspector fails, and the
 * process with it, when a promise that it waits for is collected.
 */
function hold(value) {
  const promise = Promise.resolve(value)
  const release = () => held.delete(promise)
  held.add(promise)
  promise.then(release, release)
  return promise
}

/** What the inspector has a description of. It runs in this thread, so the value can be handed over. */
function realValue({ objectId, unserializableValue, value }) {
  const argument =
    objectId !== undefined ? { objectId } : unserializableValue ? { unserializableValue } : { value }
  taken = undefined
  session.post('Runtime.callFunctionOn', {
    functionDeclaration: 'function (value) { globalThis[Symbol.for("cay.take")](value) }',
    arguments: [argument],
    executionContextId: 1,
  })
  return taken
}

/** A cell that waits is given up here; one that computes is ended by the worker, which sees no acknowledgement. */
function interrupt() {
  Atomics.store(flags, 0, 1)
  Atomics.notify(flags, 0)
  giveUp?.()
}

function emitError(error, place = '') {
  const isError = error instanceof Error || (error?.stack !== undefined && error?.message !== undefined)
  if (!isError)
    return emit({ type: 'error', name: 'Uncaught', value: inspect(error), traceback: inspect(error) })
  const traceback = tracebackOf(error)
  const at = /^ +at /m.test(traceback) ? '' : place
  emit({ type: 'error', name: String(error.name), value: String(error.message), traceback: traceback + at })
}

/** Without the calls that lead to the cell. */
function tracebackOf(error) {
  let isOfCell = true
  const lines = inspect(error).split('\n')
  return lines
    .filter((line) => {
      const isCall = /^\s+at /.test(line)
      isOfCell = !isCall || (isOfCell && !/node:inspector|\/cay-code\/javascript\//.test(line))
      return isOfCell
    })
    .join('\n')
}

/** Scripts that cannot be parsed have made no call that could tell where. */
function placeOf({ lineNumber, columnNumber }) {
  return `\n    at cell-${count}:${lineNumber + 1}:${columnNumber + 1}`
}

function hide(key, value) {
  Object.defineProperty(globalThis, key, { value })
}

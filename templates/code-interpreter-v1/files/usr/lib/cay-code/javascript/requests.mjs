/** The worker of a kernel: hands requests to the main thread, and interrupts the cell that runs there. */
import { Session } from 'node:inspector'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { parentPort, workerData } from 'node:worker_threads'

/** How long a main thread that is free takes to answer, on a busy machine. */
const acknowledgeMsMax = 200

const { requests, flags } = workerData

// Not a stream of a file: a process that exits would wait for what it is reading.
for await (const line of createInterface({ input: new Socket({ fd: requests, writable: false }) })) {
  const request = JSON.parse(line)
  if (request.type === 'environment') setEnvironment(request)
  if (request.type === 'interrupt') interrupt()
  else parentPort.postMessage(request)
}

/** The variables are those of the main thread, too. */
function setEnvironment({ set, unset }) {
  Object.assign(process.env, set)
  for (const name of unset) delete process.env[name]
}

/** A main thread that waits answers by itself. */
function interrupt() {
  Atomics.store(flags, 0, 0)
  parentPort.postMessage({ type: 'interrupt' })
  if (Atomics.wait(flags, 0, 0, acknowledgeMsMax) !== 'timed-out') return
  endExecution()
}

/** Connected no longer than that: a process with a session waits at its end until the session is closed. */
function endExecution() {
  const main = new Session()
  main.connectToMainThread()
  main.post('Runtime.terminateExecution', () => main.disconnect())
}

import { onTestFinished } from 'vitest'

/** What would have ended a service in a process of its own, from now to the end of the test. */
export function noteFaults(): readonly unknown[] {
  const faults: unknown[] = []
  const note = (fault: unknown) => void faults.push(fault)
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  onTestFinished(() => {
    process.off('uncaughtException', note)
    process.off('unhandledRejection', note)
  })
  return faults
}

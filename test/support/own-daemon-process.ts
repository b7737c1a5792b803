/** Started by `fork`: a daemon without a sandbox in a process of its own, whose every wake-up can be counted from outside. */
import { startOwnDaemon } from '@cay/envd/testing/own-daemon.ts'

const daemon = await startOwnDaemon()
process.send?.({ url: daemon.url, home: daemon.home })
process.once('SIGTERM', () => void stop())

async function stop(): Promise<void> {
  await daemon[Symbol.asyncDispose]()
  process.exit()
}

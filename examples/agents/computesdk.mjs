// computesdk: a sandbox of Cay behind the interface that all its providers have.
import { e2b } from '@computesdk/e2b'

const compute = e2b({ apiKey: process.env.E2B_API_KEY })
const sandbox = await compute.sandbox.create()
try {
  await sandbox.filesystem.writeFile('/tmp/answer.py', 'print(6 * 7)')
  const { stdout, exitCode } = await sandbox.runCommand('python3 /tmp/answer.py')
  console.log(`computesdk: ${stdout.trim()} (exit code ${exitCode})`)
} finally {
  await sandbox.destroy()
}

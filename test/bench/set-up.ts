/** Steps 3 and 4 of the bench, by the command itself: Debian packages, and the base template that the tests use too. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export async function setUp(root: string, signal: AbortSignal): Promise<void> {
  const cli = join(root, 'packages/cli/src/main.ts')
  const steps = ['--steps-before', '2', '--steps-after', '1']
  const child = spawn(process.execPath, [cli, 'setup', ...steps], {
    env: { ...process.env, CAY_DATA_DIR: join(root, '.cay/test') },
    stdio: 'inherit',
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', resolve)
    })
    signal.throwIfAborted()
    if (code !== 0) throw new Error(`cay setup ended with ${code}: what it said stands above`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

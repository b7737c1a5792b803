/** Builds a template that comes with Cay among those of the tests, where it lies until something that it is made of changes. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

/** Milliseconds for Debian's packages and a slow machine. */
export const firstBuildMsMax = 20 * 60_000

export async function buildBundledTemplate(dataDir: string, alias: string): Promise<void> {
  const env = { ...process.env, CAY_DATA_DIR: dataDir }
  await execute(process.execPath, [cli, 'template', 'build', alias], { env })
}

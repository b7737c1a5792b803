/** A listener beside that of a server in a sandbox would get its connections, and the tokens in them. */
import { readFile } from 'node:fs/promises'
import type { Sandbox } from 'e2b'
import { expect } from 'vitest'

const program = new URL('./listen-beside.py', import.meta.url)

/** As the user of the sandbox, with every address and option. */
export async function expectNoRoomBeside(sandbox: Sandbox, port: number): Promise<void> {
  expect(await waysBeside(sandbox, port)).toEqual([])
}

/** The addresses and options with which there is a second listener on the port. */
export async function waysBeside({ files, commands }: Sandbox, port: number): Promise<string[]> {
  await files.write('/tmp/listen-beside.py', await readFile(program, 'utf8'), { user: 'root' })
  const { stdout } = await commands.run(`python3 /tmp/listen-beside.py ${port}`, {
    user: 'user',
    timeoutMs: 110_000,
  })
  const lines = stdout.trim().split('\n')
  expect(lines.pop()).toMatch(/^[1-9]\d{2,} attempts$/)
  return lines
}

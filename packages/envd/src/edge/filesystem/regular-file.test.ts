import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUserDirectory } from '../identity/account-files.ts'
import { createHostIdentity } from '../identity/host-identity.ts'
import { createSudoRules } from '../sudo/sudo-rules.ts'
import { replaceFile, textOfFile } from './regular-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'regular-'))
const at = (name: string) => join(directory, name)
beforeAll(async () => {
  mkdirSync(at('sudoers.d'))
  for (const name of ['passwd', 'group', 'sudoers', 'sudoers.d/more', '.E2B_SANDBOX', 'pipe'])
    await run(['mkfifo', at(name)])
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('a pipe in the place of a file of the image kept the daemon waiting for ever', () => {
  expect(createUserDirectory(directory).find('root')).toBe(undefined)
  expect(createSudoRules(directory).text().trim()).toBe('')
  createHostIdentity(directory, at('pipe')).setMachineId('ia')
  expect(readFileSync(at('pipe'), 'utf8')).toMatch(/^[0-9a-f]{32}\n$/)
  createHostIdentity(directory).publishVariables({ E2B_SANDBOX: 'true' })
  expect(readFileSync(at('.E2B_SANDBOX'), 'utf8')).toBe('true')
})

test('what is no file, is missing or is larger than such a file is has no text', () => {
  writeFileSync(at('large'), '')
  truncateSync(at('large'), 5 * 2 ** 20)
  symlinkSync('/dev/zero', at('zeros'))
  for (const name of ['large', 'zeros', 'none', 'sudoers.d']) expect(textOfFile(at(name))).toBe(undefined)
})

test('a file takes the place of a link, and what the link led to stays', () => {
  writeFileSync(at('treasure'), 'mine')
  symlinkSync(at('treasure'), at('link'))
  replaceFile(at('link'), 'new', 0o444)
  expect([readFileSync(at('link'), 'utf8'), statSync(at('link')).mode & 0o777]).toEqual(['new', 0o444])
  expect(readFileSync(at('treasure'), 'utf8')).toBe('mine')
})

test('a file that says it is empty, as those of /proc do, is read up to its end', () => {
  expect(textOfFile('/proc/self/status')).toMatch(/^Pid:\t\d+$/m)
  const large = 'é'.repeat(100_000)
  writeFileSync(at('long'), large)
  expect(textOfFile(at('long'))).toBe(large)
})

test('a file that has no room for all of what is appended stays as it was', async () => {
  writeFileSync(at('bundle'), 'x'.repeat(1500))
  const program = `import { appendToFile } from ${JSON.stringify(import.meta.resolve('./regular-file.ts'))}
    appendToFile(process.argv[1], () => Buffer.alloc(1000))`
  // `ulimit -f` counts blocks of 512 bytes.
  const limited = ['sh', '-c', 'ulimit -f 4; exec "$@"', 'sh', process.execPath]
  const appended = run([...limited, '--input-type=module', '--eval', program, at('bundle')])
  await expect(appended).rejects.toThrow('only 548 of 1000 bytes could be written')
  expect(readFileSync(at('bundle'), 'utf8')).toBe('x'.repeat(1500))
})

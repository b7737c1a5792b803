import { afterEach, expect, test, vi } from 'vitest'
import { defineProgram, type Verbs } from './commands.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** What is said on the error stream, where no verb is reached. */
async function complaintOf(...args: string[]): Promise<string> {
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  const noVerbs = {} as Verbs
  const run = defineProgram({ version: '0.0.0', recipes: () => [] }, noVerbs)
  await expect(run(['node', 'cay', ...args])).rejects.toThrow()
  return said.join('')
}

test.each([
  [['nod'], /^Error: unknown command 'nod'\n\(Did you mean node\?\)\nSee 'cay --help'\.\n$/],
  [['sandbox', 'kil'], /See 'cay sandbox --help'\.\n$/],
  [['key', 'create'], /^Error: missing required argument 'name'\nSee 'cay key create --help'\.\n$/],
  [['events', '--foo'], /^Error: unknown option '--foo'\nSee 'cay events --help'\.\n$/],
])('who gets %j wrong is told so, and sent to the help that has it', async (args, complaint) => {
  expect(await complaintOf(...args)).toMatch(complaint)
})

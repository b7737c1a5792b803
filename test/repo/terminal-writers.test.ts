/** Text of others reaches a terminal by functions that make it safe, so that nothing else may write to one. */
import { expect, test } from 'vitest'
import { read, sources } from './tree.ts'

/** Why each passes what it has to the standard streams itself. */
const writers: Readonly<Record<string, string>> = {
  'packages/cli/src/wiring/console.ts': 'the functions that print',
  'packages/cli/src/edge/local-console.ts': 'the bytes of a process in a sandbox',
  'packages/cli/src/wiring/process-verbs.ts':
    'a file that is copied to the standard output, and the output of a build',
  'packages/cli/src/wiring/volume-verbs.ts': 'a file that is copied to the standard output',
  'packages/cli/src/wiring/ssh-verbs.ts': 'the stream of SSH',
  'packages/cli/src/wiring/template-verbs.ts': 'the output of a build, which shows its texts itself',
  'packages/cli/src/wiring/backup-verbs.ts': 'the output of Progress, which shows its texts itself',
  'packages/cli/src/wiring/context.ts': 'the output of Progress, which shows its texts itself',
  'packages/cli/src/app/backup/back-up.ts': 'the bytes of a backup',
  'packages/cli/src/edge/host/ask-person.ts': 'a question, which is made safe there',
  'packages/cli/src/edge/terminal.ts': 'it listens for errors of the streams',
}

/** A test of whether it is a terminal writes nothing. */
const written = /\bconsole\.(?:log|error|warn|info)\(|process\.(?:stdout|stderr)(?!\.isTTY\b)/

test('only files that are named here use the standard streams of the command', () => {
  const found = sources().filter((path) => path.startsWith('packages/cli/src/') && written.test(read(path)))
  expect(found.sort()).toEqual(Object.keys(writers).sort())
})

test('lists of the command are made as JSON by the function that escapes', () => {
  const dialects = sources().filter((path) =>
    /^packages\/cli\/src\/(?:dialect\/(?!.*-(?:file|record)\.ts)|app\/event\/|app\/sandbox\/)/.test(path),
  )
  expect(dialects.length).toBeGreaterThan(50)
  expect(dialects.filter((path) => read(path).includes('JSON.stringify('))).toEqual([])
})

import { expect, test } from 'vitest'
import { checkAlive, type WarmGuest, warmUp } from './warm-up.ts'

function makeGuest(changes: Partial<WarmGuest> = {}): WarmGuest {
  const files = new Map<string, string>()
  return {
    runCommand: async (_, command) => {
      if (command.startsWith('echo out')) return { exitCode: 3, stdout: 'out\n', stderr: 'err\n' }
      return { exitCode: 0, stdout: command === 'echo alive' ? 'alive\n' : '', stderr: '' }
    },
    writeFile: async (_, path, content) => void files.set(path, content),
    readFile: async (_, path) => files.get(path) ?? '',
    exerciseFiles: async () => undefined,
    ...changes,
  }
}

test('a daemon that answers right is warm in the end', async () => {
  await warmUp(makeGuest(), 'user')
  await checkAlive(makeGuest(), 'user')
})

test('a daemon that loses an exit code is never published', async () => {
  const guest = makeGuest({ runCommand: async () => ({ exitCode: 0, stdout: 'out\n', stderr: 'err\n' }) })
  await expect(warmUp(guest, 'user')).rejects.toThrow('exit code is 0, not 3')
})

test('a daemon that loses output is never published', async () => {
  const guest = makeGuest({ runCommand: async () => ({ exitCode: 0, stdout: '', stderr: '' }) })
  await expect(checkAlive(guest, 'user')).rejects.toThrow('output of echo is "", not "alive')
})

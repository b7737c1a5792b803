/** Services that are not root read the sources. The rights of the clone are those of all tests, so nothing else runs meanwhile. */
import { statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Installation } from '../support/installation.ts'

const sources = new URL('../../packages/control/src', import.meta.url).pathname

test('a start is refused, and says why, when only the owner can read the clone', async () => {
  const installation = await Installation.prepare('unreadable', { CAY_POOL_SIZE: '0' })
  const before = statSync(sources).mode & 0o777
  try {
    await chmod(sources, 0o700)
    await expect(installation.up()).rejects.toThrow(/only its owner can read .*chmod -R go\+rX/)
    await chmod(sources, before)
    await installation.up()
  } finally {
    await chmod(sources, before)
    await installation.remove()
  }
})

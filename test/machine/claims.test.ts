/** The numbers of installations on a machine, and in a container that has the claims of its machine, as a pod of the chart. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const execute = promisify(execFile)

const claim = `
  import { claimInstallation } from '@cay/kit/host/installation-number.ts'
  console.log(await claimInstallation('/nowhere/new'))`

/** The number that an installation takes where the data directory of number 0 is not seen. */
async function claimedBesideUnseen(prepare: string): Promise<string> {
  const script = `
    mount -t tmpfs claims /run
    mkdir /run/cay
    printf %s /nowhere/other > /run/cay/installation-0
    ${prepare}
    exec "$1" --input-type=module --eval "$2"`
  const program = ['sh', '-ec', script, 'sh', process.execPath, claim]
  const { stdout } = await execute('unshare', ['--mount', '--propagation=private', '--', ...program])
  return stdout.trim()
}

test('a container takes no number of an installation whose data directory only the machine sees', async () => {
  expect(await claimedBesideUnseen('mount --bind /run/cay /run/cay')).toBe('1')
})

test('a number is free again when its data directory was deleted', async () => {
  expect(await claimedBesideUnseen('')).toBe('0')
})

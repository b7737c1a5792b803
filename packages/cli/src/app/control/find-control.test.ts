import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCliSettings } from '../../config.ts'
import { describeInstallation } from '../../installation.ts'
import { upRecords } from '../../wiring/machine.ts'
import { findControl } from './find-control.ts'

test('who asks before the first start is told to start Cay', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cay-unstarted-'))
  try {
    const installation = describeInstallation(readCliSettings({ CAY_DATA_DIR: dataDir }), '/packages')
    await expect(findControl(installation, upRecords.read)).rejects.toThrow(
      /as root, after the first `cay up`.*E2B_API_KEY/,
    )
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

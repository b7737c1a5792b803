import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import { expect, test } from 'vitest'
import { bounds } from '../../bounds.ts'
import { connectionLimits } from './connection-limit.ts'

test.each([
  ['all it needs', openFilesRequired, true, bounds.clientConnectionsMax],
  ['more than it needs', 1_000_000, true, bounds.clientConnectionsMax],
  ['20,000, with TLS', 20_000, true, 3534],
  ['20,000, without TLS', 20_000, false, 7952],
  ['few', 1024, false, 256],
])(
  'a proxy that may open %s files takes as many connections as it can forward',
  (_, openFiles, hasTls, plain) => {
    const limits = connectionLimits({ openFiles, hasTls })
    expect(limits.plain).toBe(plain)
    expect(2 * (limits.plain + (hasTls ? limits.tls : 0))).toBeLessThanOrEqual(openFiles)
  },
)

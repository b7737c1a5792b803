import { expect, test } from 'vitest'
import { plain } from '../output/paint.ts'
import { renderStatus, type StatusReport } from './status-report.ts'

const report: StatusReport = {
  version: '1.2.3',
  state: 'running',
  dataDir: '/data',
  pid: 7,
  services: [
    { name: 'control', status: 'running', pid: 8 },
    { name: 'proxy', status: 'stopped', pid: 9 },
  ],
  listening: { api: 'http://127.0.0.1:3000', proxy: 'http://127.0.0.1:3002' },
  isHealthy: true,
  runtimeVersion: 'release-1',
  runningSandboxes: 2,
  pooledSandboxes: 4,
  diskUsedBytes: 1024 ** 3,
  diskTotalBytes: 4 * 1024 ** 3,
}

test('the status has the services, the versions, the pool and the disk', () => {
  expect(renderStatus(report, plain).split('\n')).toEqual([
    'Cay 1.2.3: running (process 7)',
    '',
    'SERVICE   STATUS    PID',
    'control   running   8',
    'proxy     stopped   9',
    '',
    'API         http://127.0.0.1:3000',
    'proxy       http://127.0.0.1:3002',
    'runtime     release-1',
    'sandboxes   2 running, 4 in the pool',
    'disk        1.0 GiB of 4.0 GiB used at /data',
  ])
})

test('what is not known is a dash, and an API that does not answer is said to be none', () => {
  const unknown = { runtimeVersion: null, runningSandboxes: null, pooledSandboxes: null, isHealthy: false }
  const text = renderStatus({ ...report, ...unknown, listening: { api: 'http://127.0.0.1:3000' } }, plain)
  expect(text.split('\n').slice(6, 10)).toEqual([
    'API         http://127.0.0.1:3000 (does not answer)',
    'proxy       -',
    'runtime     -',
    'sandboxes   - running, - in the pool',
  ])
})

test('an installation that is down is told with what starts it', () => {
  expect(renderStatus({ ...report, state: 'down', pid: null }, plain)).toBe(
    'Cay 1.2.3: down\n/data: `cay up` starts it',
  )
})

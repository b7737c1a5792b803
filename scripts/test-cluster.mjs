// `npm run test:cluster`: its own set-up, then the long tests of a cluster (docs/cluster.md), with the arguments of vitest.
import { bootstrap } from './bootstrap.mjs'
import { handOver } from './node24.mjs'

await bootstrap({
  total: 2,
  rootNeededFor: 'the tests start sandboxes: run `sudo npm run test:cluster`',
  withTests: true,
})
handOver('node_modules/vitest/vitest.mjs', ['run', '--project', 'cluster-long', ...process.argv.slice(2)])

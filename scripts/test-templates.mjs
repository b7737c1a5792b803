// `npm run test:templates`: its own set-up, then the tests of large templates and of what comes from package indexes, with the
// arguments of vitest.
import { bootstrap } from './bootstrap.mjs'
import { handOver } from './node24.mjs'

await bootstrap({
  total: 2,
  rootNeededFor: 'the tests start sandboxes: run `sudo npm run test:templates`',
  withTests: true,
})
handOver('node_modules/vitest/vitest.mjs', ['run', '--project', 'templates', ...process.argv.slice(2)])

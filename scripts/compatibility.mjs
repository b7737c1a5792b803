// `npm run compatibility`: its own set-up, the official clients' tests, and docs/compatibility.md from what they have seen.
import { bootstrap } from './bootstrap.mjs'
import { handOver } from './node24.mjs'

await bootstrap({
  total: 3,
  rootNeededFor: 'the tests start sandboxes: run `sudo npm run compatibility`',
  withTests: true,
})
handOver('test/compatibility/write.ts', ['--run'])

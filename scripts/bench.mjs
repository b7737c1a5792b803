// `npm run bench`: its own set-up, then the measurement. The exit code says whether it worked, not how fast it was.
import { bootstrap } from './bootstrap.mjs'
import { handOver } from './node24.mjs'

await bootstrap({
  total: 5,
  rootNeededFor: 'the bench starts sandboxes: run `sudo npm run bench`',
  withTests: true,
})
handOver('test/bench/main.ts', process.argv.slice(2))

// `npm run compatibility`: its own set-up, the official clients' tests, and docs/compatibility.md from what they have seen. With
// `-- --versions`: old and new versions of the clients, and the section about them.
import { bootstrap } from './bootstrap.mjs'
import { handOver } from './node24.mjs'

const [option, version] = process.argv.slice(2)
await bootstrap({
  total: 3,
  rootNeededFor: 'the tests start sandboxes: run `sudo npm run compatibility`',
  withTests: true,
})
if (option === '--versions')
  handOver('test/compatibility/versions/main.ts', version === undefined ? [] : [version])
else handOver('test/compatibility/write.ts', ['--run'])

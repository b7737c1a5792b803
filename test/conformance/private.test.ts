/** A sandbox without public traffic, with the official client. */
import { expect, inject, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { proxyUrl } = inject('installation')
const port = 8000

test('is reached with its traffic token alone, also after a pause, and works for its client as ever', async () => {
  const sandbox = await create({
    secure: true,
    network: { allowPublicTraffic: false, maskRequestHost: 'app.internal' },
    lifecycle: { onTimeout: 'pause', autoResume: true },
  })
  const token = sandbox.trafficAccessToken ?? ''
  expect(token).not.toBe('')
  await sandbox.files.write(
    '/tmp/server.js',
    `require('node:http').createServer((request, response) => response.end(request.headers.host))
      .listen(${port})`,
  )
  // On its own: the client asks the daemon how it is when a stream of it breaks off, and by that resumes it.
  await sandbox.commands.run('setsid node /tmp/server.js > /dev/null 2>&1 &')
  await sandbox.commands.run(`until curl -s -o /dev/null http://127.0.0.1:${port}; do sleep 0.05; done`)
  const ask = (headers: Record<string, string> = {}) =>
    fetch(proxyUrl, {
      headers: { 'E2b-Sandbox-Id': sandbox.sandboxId, 'E2b-Sandbox-Port': `${port}`, ...headers },
    })
  const shown = { 'e2b-traffic-access-token': token }
  expect((await ask()).status).toBe(403)
  expect((await ask({ 'e2b-traffic-access-token': 'wrong' })).status).toBe(403)
  expect(await (await ask(shown)).text()).toBe('app.internal')
  await sandbox.pause()
  expect((await ask()).status).toBe(403)
  expect((await sandbox.getInfo()).state).toBe('paused')
  expect(await (await ask(shown)).text()).toBe('app.internal')
  expect((await sandbox.commands.run('echo as ever')).stdout).toBe('as ever\n')
})

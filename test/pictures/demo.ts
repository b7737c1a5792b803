/** What the pictures of the dashboard show: something of each kind, in an installation of its own. */
import { Sandbox, Template } from 'e2b'

export interface Demo {
  /** The one whose parts are shown. */
  readonly sandbox: Sandbox
  readonly templateId: string
  readonly buildId: string
}

export type Call = (method: string, path: string, body?: object) => Promise<unknown>

const lifeMs = 900_000
/** Without an end of its own. */
const background = { background: true, timeoutMs: 0 } as const
const jobs = [
  { user: 'alice', task: 'report' },
  { user: 'bob', task: 'review' },
  { user: 'carol', task: 'refactor' },
  { user: 'dave', task: 'research' },
] as const

export async function makeDemo(call: Call, callAsAdmin: Call): Promise<Demo> {
  const template = Template()
    .fromTemplate('base')
    .runCmd('mkdir -p /home/user/app')
    .runCmd('echo "installing the tools of the agents"')
    .setEnvs({ APP: 'agents' })
  const { templateId, buildId } = await Template.build(template, 'agent-tools', {
    cpuCount: 1,
    memoryMB: 512,
  })
  const others = await Promise.all(jobs.map((metadata) => Sandbox.create({ metadata, timeoutMs: lifeMs })))
  await others[1]?.pause()
  const sandbox = await Sandbox.create({
    ...{ metadata: { user: 'alice', task: 'crawl' }, timeoutMs: lifeMs },
    network: { allowOut: ['api.example.com'], denyOut: ['0.0.0.0/0'] },
  })
  await work(sandbox)
  await sandbox.createSnapshot({ name: 'crawl-prepared' })
  await call('POST', '/volumes', { name: 'models' })
  await call('POST', '/volumes', { name: 'datasets' })
  await call('POST', '/secrets', { name: 'github-token', value: 'hidden' })
  await call('POST', '/secrets', { name: 'weather-api', value: 'hidden' })
  await call('POST', '/events/webhooks', {
    ...{ name: 'usage', url: 'https://1.1.1.1/cay', signatureSecret: 'long enough' },
    events: ['sandbox.lifecycle.created', 'sandbox.lifecycle.killed'],
  })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await call('POST', '/api-keys', { name: 'ci', scope: 'member', expiresAt: inDays(30) })
  await call('POST', '/api-keys', { name: 'agents', scope: 'sandbox-only' })
  await call('POST', '/api-keys', { name: 'monitoring', scope: 'read-only', expiresAt: inDays(365) })
  await callAsAdmin('POST', '/admin/teams', { slug: 'research', name: 'Research' })
  return { sandbox, templateId, buildId }
}

/** Something to see in the files, the log, the processes, the metrics and the denials. */
async function work(sandbox: Sandbox): Promise<void> {
  await sandbox.files.write(
    '/home/user/crawl.py',
    'import time\nwhile True:\n    sum(range(2_000_000))\n    time.sleep(1)\n',
  )
  await sandbox.files.write('/home/user/notes.md', '# Notes\n\n- fetch the index\n- parse it\n')
  await sandbox.files.write('/home/user/data/index.json', JSON.stringify({ pages: 42 }))
  await sandbox.commands.run('python3 crawl.py', background)
  await sandbox.commands.run('python3 -m http.server 8000 -d data', background)
  await sandbox.commands.run('echo fetched 42 pages; echo "page 17: no title" >&2; cat notes.md')
  await sandbox.commands.run('curl -sm 3 http://203.0.113.7/ || true')
  await sandbox.commands.run('curl -sm 3 https://example.org/ || true')
}

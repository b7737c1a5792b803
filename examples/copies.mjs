import { Sandbox } from 'e2b'

const metadata = { purpose: 'copies' }
const sandbox = await Sandbox.create({ metadata })
const made = [sandbox]
let snapshotId
try {
  await sandbox.commands.run('python3 -m http.server 8000', { background: true, cwd: '/tmp' })
  for (const copy of await sandbox.fork({ count: 2 })) {
    if (!(copy instanceof Sandbox)) throw copy
    made.push(copy)
    const { stdout } = await copy.commands.run('pgrep -f http.server | wc -l; hostname')
    console.log('the server runs in the copy:', stdout.split('\n').join(' '))
  }
  await sandbox.pause()
  await sandbox.connect()
  const { stdout } = await sandbox.commands.run('curl -sI localhost:8000 | head -1')
  console.log('and went on after a pause:', stdout.trim())
  snapshotId = (await sandbox.createSnapshot()).snapshotId
  made.push(await Sandbox.create(snapshotId, { metadata }))
  console.log('a new sandbox began where the snapshot was taken')
} finally {
  await Promise.all(made.map((each) => each.kill()))
  if (snapshotId !== undefined) await Sandbox.deleteSnapshot(snapshotId)
}

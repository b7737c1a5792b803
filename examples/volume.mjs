import { Sandbox, Volume } from 'e2b'

const metadata = { purpose: 'volume' }
const volume = await Volume.create(`example-${Date.now()}`)
const made = []
try {
  await volume.writeFile('/numbers.txt', '3\n1\n2\n')
  for (const command of ['sort numbers.txt > sorted.txt', 'paste -sd, sorted.txt']) {
    const sandbox = await Sandbox.create({ metadata, volumeMounts: { '/mnt/shared': volume } })
    made.push(sandbox)
    const { stdout } = await sandbox.commands.run(command, { cwd: '/mnt/shared' })
    if (stdout !== '') console.log('the second sandbox reads what the first one wrote:', stdout.trim())
  }
  const names = (await volume.list('/')).map(({ name }) => name)
  console.log('the volume has', names.join(' and '))
} finally {
  await Promise.all(made.map((each) => each.kill()))
  await Volume.destroy(volume.volumeId)
}

import { Sandbox } from 'e2b'

const sandbox = await Sandbox.create({ metadata: { purpose: 'first steps' } })
try {
  await sandbox.files.write('/home/user/island.py', 'print("hello from", __import__("platform").node())')
  const { stdout } = await sandbox.commands.run('python3 island.py')
  console.log(stdout.trim())
} finally {
  await sandbox.kill()
}

/**
 * The official client with nothing but a key and E2B_DOMAIN, as a program of its own: it has to trust the authority from its
 * start on (NODE_EXTRA_CA_CERTS). Names below the domain lead to this machine, as a resolver would say. Prints JSON.
 */
import dns from 'node:dns'
import { Sandbox } from 'e2b'

const domain = process.env.E2B_DOMAIN.replace(/:\d+$/, '')
const { lookup } = dns
dns.lookup = (name, options, done) => {
  if (!name.endsWith(`.${domain}`)) return lookup(name, options, done)
  const found = { address: '127.0.0.1', family: 4 }
  return options.all === true ? done(null, [found]) : done(null, found.address, found.family)
}

const sandbox = await Sandbox.create('base')
try {
  const said = await sandbox.commands.run('echo hello')
  await sandbox.files.write('page.html', 'from a file')
  await sandbox.commands.run('python3 -m http.server 8000 --bind 0.0.0.0', { background: true })
  await sandbox.commands.run('until curl -s -o /dev/null http://127.0.0.1:8000; do sleep 0.05; done')
  const host = sandbox.getHost(8000)
  const page = await fetch(`https://${host}/page.html`)
  // To an address that is closed to every sandbox: the gateway goes by the name.
  const callInside = async (name) => {
    const way = `--resolve '${name.replace(/:\d+$/, '')}:${host.split(':')[1]}:10.9.9.9'`
    const { stdout } = await sandbox.commands.run(`curl -sk ${way} https://${name}/page.html || true`)
    return stdout
  }
  const inside = await callInside(host)
  const apiInside = await callInside(host.replace(/^[^.]*/, 'api'))
  const download = await fetch(await sandbox.downloadUrl('page.html'))
  console.log(
    JSON.stringify({
      said: said.stdout,
      read: await sandbox.files.read('page.html'),
      host,
      page: await page.text(),
      inside,
      apiInside,
      download: await download.text(),
    }),
  )
} finally {
  await sandbox.kill()
}

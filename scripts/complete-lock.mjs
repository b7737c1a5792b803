// Adds to package-lock.json the optional packages of other platforms that were not to be had where it was written: npm
// leaves those out, and `npm ci` then refuses the whole file. Run it after `npm install` when test/repo says so.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = {
  arm: 'arm',
  armv7: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingOptionalPackages(lock.packages)
for (const [path, entry] of missing) lock.packages[path] = entry
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length} entries added to package-lock.json`)

/** Entries without an integrity: the packages were never seen, and on this platform never will be. */
function missingOptionalPackages(packages) {
  const found = new Map()
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const path = `node_modules/${name}`
      if (path in packages || `${parent}/${path}` in packages) continue
      found.set(path, { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) })
    }
  }
  return [...found]
}

/** Such packages are named by their platform, as in `binding-linux-arm64-musl`. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.flatMap((word) => processors[word] ?? [])
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`${name} does not name one platform: add it by hand`)
  return { os, cpu, ...(words.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {}) }
}

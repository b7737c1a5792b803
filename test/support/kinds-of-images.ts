/**
 * Images of all kinds that registries have, made by hand: what becomes of each is told in docs/templates.md. Good ones lie in a
 * registry of Debian's, the others in one that sends whatever it is given.
 */
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type TarPart, tarOf } from '@cay/builder/testing/tar.ts'
import { digestOf, type GoodImage, ownArchitecture } from './image-manifest.ts'
import { alpineLayer, fedoraLayer, ubuntuLayer } from './images.ts'
import { inFrames, largeBytes, largeLayer, oddlyZipped } from './packed-layers.ts'
import type { TestImage } from './registry.ts'

interface Kind {
  /** What the table says of it. */
  readonly what: string
}

/** A sandbox of it runs the command as its default user, and prints this. */
export interface Usable extends Kind {
  readonly image: () => Promise<GoodImage | TestImage>
  /** Where it lies; absent: in the registry of Debian's. */
  readonly place?: 'hand-made' | 'with tokens'
  readonly command: string
  readonly prints: string
}

/** Its build fails with these words. */
export interface Refused extends Kind {
  readonly image: () => Promise<TestImage>
  readonly place?: 'with tokens'
  readonly words: string
}

export const imageLogin = { username: 'me', password: 'password-of-the-tests' } as const
const login = `${imageLogin.username}:${imageLogin.password}`

let alpineParts: Promise<TarPart[]> | undefined
/** Musl and busybox, as Alpine has them: the smallest image with programs to look around. */
function alpine(): Promise<TarPart[]> {
  alpineParts ??= alpineLayer()
  return alpineParts
}

const directory = (name: string, mode = 0o755): TarPart => ({ name, type: '5', mode })

async function onAlpine(...above: (readonly TarPart[])[]): Promise<GoodImage> {
  return { layers: [tarOf(await alpine()), ...above.map(tarOf)] }
}

async function packed(pack: (bytes: Buffer) => Buffer, type: string): Promise<GoodImage> {
  const bytes = tarOf(await alpine())
  return { layers: [pack(bytes)], diffIds: [digestOf(bytes)], types: { layer: type } }
}

const layerTypes = {
  gzip: 'application/vnd.oci.image.layer.v1.tar+gzip',
  zstd: 'application/vnd.oci.image.layer.v1.tar+zstd',
  encrypted: 'application/vnd.oci.image.layer.v1.tar+gzip+encrypted',
} as const

const asUser = 'echo "$(id -un) works in $PWD"'
const userWorks = 'user works in /home/user\n'

export const usableImages: readonly Usable[] = [
  {
    what: 'nothing at all (`FROM scratch`)',
    image: async () => ({ layers: [] }),
    command: 'echo works',
    prints: 'works\n',
  },
  {
    what: 'busybox and musl, no bash (Alpine)',
    image: onAlpine,
    command: `${asUser}; of-musl dynamic`,
    prints: `${userWorks}dynamic\n`,
  },
  {
    what: "Debian's layout, uid 1000 is taken, `/etc/resolv.conf` leads nowhere (Ubuntu)",
    image: async () => ({ layers: [tarOf(await ubuntuLayer())] }),
    command: 'id -u; echo works',
    prints: '1001\nworks\n',
  },
  {
    what: '`/usr/sbin` is `bin`, `/etc/shadow` of mode 0, certificates in `/etc/pki` (Fedora)',
    image: async () => ({ layers: [tarOf(await fedoraLayer())] }),
    command: asUser,
    prints: userWorks,
  },
  {
    what: 'one static program, no shell, `USER nonroot` (distroless)',
    image: distroless,
    command: '(exec -a busybox /app echo static); echo works',
    prints: 'static\nworks\n',
  },
  ...['65532', 'nobody-knows', '1234:5678'].map((User) => ({
    what: `\`USER ${User}\`, for which there is no account`,
    image: async () => ({ ...(await onAlpine()), settings: { User } }),
    command: asUser,
    prints: userWorks,
  })),
  {
    what: '`ENTRYPOINT`, `CMD`, `WORKDIR`, `VOLUME`, `EXPOSE`, `HEALTHCHECK`, `STOPSIGNAL`, `ONBUILD`',
    image: async () => ({ ...(await onAlpine()), settings: allSettings }),
    command: asUser,
    prints: userWorks,
  },
  {
    what: 'directories that nobody may write to, `/`, `/etc`, `/home` and `/tmp` among them',
    image: () => onAlpine(['.', 'etc', 'home', 'tmp', 'srv'].map((name) => directory(name, 0o555))),
    command:
      'echo own > ~/file && echo other > /tmp/file && cat ~/file /tmp/file; busybox touch /srv/x 2>&1 || echo refused',
    prints: 'own\nother\ntouch: /srv/x: Permission denied\nrefused\n',
  },
  {
    what: 'whiteouts and opaque directories',
    image: () =>
      onAlpine(
        ['gone', 'old/a', 'old/deep/b'].map((name) => ({ name: `srv/${name}`, content: 'x' })),
        ['.wh.gone', 'old/.wh..wh..opq', 'old/new'].map((name) => ({ name: `srv/${name}`, content: '' })),
      ),
    command: 'ls /srv /srv/old',
    prints: '/srv:\nold\n\n/srv/old:\nnew\n',
  },
  {
    what: 'a hard link whose other name a later layer removes',
    image: () =>
      onAlpine(
        [{ name: 'srv/first', content: 'shared\n' }],
        [{ name: 'srv/second', type: '1', linkName: 'srv/first' }],
        [{ name: 'srv/.wh.first', content: '' }],
      ),
    command: 'cat /srv/*',
    prints: 'shared\n',
  },
  {
    what: 'file capabilities, other extended attributes, setuid bits, device nodes, a named pipe',
    image: () =>
      onAlpine([
        {
          name: 'srv/able',
          content: 'able\n',
          records: { 'SCHILY.xattr.security.capability': '\x01\0\0\x02' },
        },
        { name: 'srv/noted', content: 'noted\n', mode: 0o4755, records: { 'SCHILY.xattr.user.note': 'x' } },
        { name: 'dev/null', type: '3' },
        { name: 'srv/pipe', type: '6' },
      ]),
    command: 'cat /srv/able /srv/noted; stat -c "%a %F" /srv/noted /srv/pipe',
    prints: 'able\nnoted\n4755 regular file\n644 fifo\n',
  },
  {
    what: 'names with line feeds, bytes that are no UTF-8, 180 bytes, a leading dash',
    image: () =>
      onAlpine([
        { name: 'srv/a\nb', content: 'feed\n' },
        { name: 'srv/\xff\xfe', content: 'bytes\n' },
        { name: 'short', content: 'long\n', records: { path: `srv/${'l'.repeat(180)}` } },
        { name: 'srv/-rf', content: 'dash\n' },
      ]),
    command: `cat $'/srv/a\\nb' $'/srv/\\xff\\xfe' /srv/${'l'.repeat(180)} /srv/-rf`,
    prints: 'feed\nbytes\nlong\ndash\n',
  },
  {
    what: '`/home` and `/tmp` are links into directories that are made at boot',
    image: async () => ({
      layers: [
        tarOf([
          ...(await alpine()).filter(({ name }) => name !== 'tmp'),
          { name: 'home', type: '2', linkName: 'var/home' },
          { name: 'tmp', type: '2', linkName: 'var/tmp' },
        ]),
      ],
    }),
    command: 'echo own > ~/file && cat /var/home/user/file && echo other > /tmp/file && cat /tmp/file',
    prints: 'own\nother\n',
  },
  {
    what: 'a layer packed by zstd',
    image: () => packed(zstdCompressSync, layerTypes.zstd),
    command: asUser,
    prints: userWorks,
  },
  {
    what: 'a layer of many zstd frames (`zstd:chunked`)',
    image: () => packed(inFrames, layerTypes.zstd),
    command: asUser,
    prints: userWorks,
  },
  {
    what: 'a layer of several gzip members with names, comments and extra fields',
    image: () => packed(oddlyZipped, layerTypes.gzip),
    command: asUser,
    prints: userWorks,
  },
  {
    what: "manifest and layers of Docker's media types",
    image: async () => ({
      ...(await packed(gzipSync, 'application/vnd.docker.image.rootfs.diff.tar.gzip')),
      types: {
        manifest: 'application/vnd.docker.distribution.manifest.v2+json',
        config: 'application/vnd.docker.container.image.v1+json',
        layer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
      },
    }),
    command: asUser,
    prints: userWorks,
  },
  {
    what: '300 layers',
    image: () =>
      onAlpine(...Array.from({ length: 299 }, (_, index) => [{ name: 'srv/count', content: `${index}\n` }])),
    command: 'cat /srv/count',
    prints: '298\n',
  },
  {
    what: 'a file of 10 GiB of zeros',
    image: withLargeFile,
    command: `stat -c %s /srv/zeros; busybox tail -c 4 /srv/zeros`,
    prints: `${largeBytes}\nend\n`,
  },
  {
    what: 'an index for several processors, with attestations as BuildKit writes them',
    image: async () => ({ ...(await onAlpine()), indexOf: ['s390x', 'unknown', ownArchitecture] }),
    place: 'hand-made',
    command: asUser,
    prints: userWorks,
  },
  {
    what: 'behind a token server, with the password',
    image: async () => ({ ...(await onAlpine()), login }),
    place: 'with tokens',
    command: asUser,
    prints: userWorks,
  },
]

const small = () => tarOf([{ name: 'file', content: 'x' }])
const smallImage = async (): Promise<TestImage> => ({ layers: [small()] })

export const refusedImages: readonly Refused[] = [
  {
    what: 'for another processor',
    image: async () => ({ layers: [], architecture: 's390x' }),
    words: `the image is for s390x, this node is ${ownArchitecture}`,
  },
  {
    what: 'an index without this processor',
    image: async () => ({ layers: [], indexOf: ['s390x', 'riscv64'] }),
    words: `the image has no variant for linux/${ownArchitecture}; it has linux/s390x, linux/riscv64`,
  },
  {
    what: 'for Windows',
    image: async () => ({ layers: [], os: 'windows' }),
    words: 'the image is for windows, this node runs linux',
  },
  {
    what: 'a manifest of schema 1',
    image: async () => ({ ...(await smallImage()), otherManifest: schemaOne }),
    words: 'the image has a manifest of schema 1, which is not supported',
  },
  {
    what: 'a chart or another artifact that is no image',
    image: async () => ({
      ...(await smallImage()),
      types: { config: 'application/vnd.cncf.helm.config.v1+json' },
    }),
    words: 'is an artifact of another kind, for example a chart, and no image',
  },
  {
    what: 'foreign layers (`urls`)',
    image: async () => ({ ...(await smallImage()), otherManifest: foreign }),
    words: 'has foreign layers, which lie outside its registry and are not fetched',
  },
  {
    what: 'encrypted layers',
    image: async () => ({ ...(await smallImage()), types: { layer: layerTypes.encrypted } }),
    words: 'has encrypted layers, and images are pulled without their keys',
  },
  {
    what: 'a layer packed by xz',
    image: async () => ({
      layers: [Buffer.concat([Buffer.from('fd377a585a000004', 'hex'), Buffer.alloc(512, 1)])],
    }),
    words: 'it is packed by xz: only gzip and zstd can be unpacked',
  },
  {
    what: 'a layer that was cut before it was pushed',
    image: async () => ({
      layers: [gzipSync(Buffer.concat([small(), Buffer.alloc(5000, 7)])).subarray(0, 60)],
    }),
    words: 'the archive is refused',
  },
  {
    what: 'a layer of another digest than its manifest says',
    image: async () => ({ ...(await smallImage()), claims: { digest: `sha256:${'0'.repeat(64)}` } }),
    words: 'what the registry sent is damaged',
  },
  {
    what: 'a layer that the registry has lost',
    image: async () => ({
      layers: [tarOf([{ name: 'lost', content: 'x' }])],
      trouble: 'has lost its layers',
    }),
    words: 'a part of the image is missing in the registry',
  },
  {
    what: "a page of HTML instead of a manifest (a proxy's login page)",
    image: async () => ({
      layers: [],
      otherManifest: { type: 'text/html', text: '<html><body>Please log in</body></html>' },
    }),
    words: 'the image has a manifest of a kind that cannot be unpacked',
  },
  {
    what: '1,001 layers',
    image: async () => ({ layers: Array.from({ length: 1001 }, small) }),
    words: 'has 1001 layers, more than 1000',
  },
  {
    what: 'behind a token server, with a wrong password',
    image: async () => ({ ...(await smallImage()), login: 'me:another' }),
    place: 'with tokens',
    words: 'access was denied: the image is private, or the credentials are wrong',
  },
]

async function distroless(): Promise<GoodImage> {
  const busybox = (await alpine()).find(({ name }) => name === 'bin/busybox')
  const accounts = 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n'
  const layer = tarOf([
    { ...busybox, name: 'app' },
    { name: 'etc/passwd', content: accounts },
  ])
  return { layers: [layer], settings: { User: 'nonroot', Entrypoint: ['/app'] } }
}

async function withLargeFile(): Promise<GoodImage> {
  const system = tarOf(await alpine())
  const { packed: large, diffId } = await largeLayer()
  return {
    layers: [zstdCompressSync(system), large],
    diffIds: [digestOf(system), diffId],
    types: { layer: layerTypes.zstd },
  }
}

const allSettings = {
  Entrypoint: ['/nowhere/to/be/found'],
  Cmd: ['--argument'],
  WorkingDir: '/not/there',
  Volumes: { '/data': {} },
  ExposedPorts: { '80/tcp': {} },
  Healthcheck: { Test: ['CMD', 'false'], Interval: 1_000_000_000 },
  StopSignal: 'SIGKILL',
  OnBuild: ['RUN exit 1'],
  Labels: { 'org.example.label': 'x' },
}

const someDigest = `sha256:${'a'.repeat(64)}`

const schemaOne = {
  type: 'application/vnd.docker.distribution.manifest.v1+prettyjws',
  text: JSON.stringify({
    schemaVersion: 1,
    name: 'old',
    tag: 'latest',
    architecture: ownArchitecture,
    fsLayers: [{ blobSum: someDigest }],
    history: [{ v1Compatibility: '{}' }],
    signatures: [],
  }),
}

const foreign = {
  type: 'application/vnd.oci.image.manifest.v1+json',
  text: JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: someDigest, size: 2 },
    layers: [
      {
        mediaType: 'application/vnd.oci.image.layer.nondistributable.v1.tar+gzip',
        ...{ digest: someDigest, size: 2 },
        urls: ['http://layers.example/layer'],
      },
    ],
  }),
}

/** The object store of an installation: where it is and with which credentials. */
import { optional } from './setting-kinds.ts'
import type { Setting } from './settings.ts'

export interface BlobsCredentials {
  readonly accessKey: string
  readonly secretKey: string
}

export interface S3Location {
  readonly kind: 's3'
  /** `https://host:port` */
  readonly endpoint: string
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string
  /** Whether the bucket stands in the path or is the first label of the host name. */
  readonly style: 'path' | 'virtual'
  /** Those of the URL. */
  readonly credentials?: BlobsCredentials
}

export interface DirectoryLocation {
  readonly kind: 'directory'
  /** Absolute. */
  readonly directory: string
}

export type BlobsLocation = S3Location | DirectoryLocation

export const blobsUrl: Setting<BlobsLocation, undefined> = {
  ...optional(
    parseBlobsUrl,
    's3://HOST/BUCKET or s3://KEY:SECRET@HOST:PORT/BUCKET/PREFIX, with ?region=…, &style=path or virtual and &tls=off ' +
      'where needed (write / as %2F and + as %2B in a secret), or file:///DIRECTORY',
  ),
  isSecret: true,
}

/** Undefined for a text that is no location of a store. */
export function parseBlobsUrl(text: string): BlobsLocation | undefined {
  // A URL is read with these already resolved: nobody would see where they lead.
  if (/\/\.\.?([/?]|$)/.test(text)) return undefined
  const url = URL.parse(text)
  if (url?.protocol === 'file:') return directoryIn(url)
  return url?.protocol === 's3:' ? s3In(url) : undefined
}

function directoryIn({ host, pathname, search, hash }: URL): DirectoryLocation | undefined {
  const directory = decoded(pathname)?.replace(/(?<=.)\/+$/, '')
  const isPlain = host === '' && search === '' && hash === ''
  return isPlain && directory !== undefined && !directory.includes('\0')
    ? { kind: 'directory', directory }
    : undefined
}

const hostShape = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/
const bucketShape = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i
const prefixShape = /^([A-Za-z0-9._-]+\/)*$/
const regionShape = /^[a-z0-9-]{1,64}$/i
const parameterNames = ['region', 'style', 'tls']

function s3In(url: URL): S3Location | undefined {
  const host = url.host.toLowerCase()
  const [bucket = '', ...segments] = url.pathname
    .slice(1)
    .split('/')
    .filter((segment) => segment !== '')
  const prefix = segments.map((segment) => `${segment}/`).join('')
  const options = optionsIn(url, host)
  if (options === undefined || url.hash !== '') return undefined
  if (!hostShape.test(host) || !bucketShape.test(bucket)) return undefined
  if (!prefixShape.test(prefix)) return undefined
  const { region, style, isTls } = options
  const credentials = credentialsIn(url)
  if (credentials === 'invalid') return undefined
  const endpoint = `${isTls ? 'https' : 'http'}://${host}`
  if (!URL.canParse(endpoint)) return undefined
  return {
    kind: 's3',
    endpoint,
    bucket,
    prefix,
    region,
    style,
    ...(credentials === undefined ? {} : { credentials }),
  }
}

interface S3Options {
  readonly region: string
  readonly style: 'path' | 'virtual'
  readonly isTls: boolean
}

/** Of a name that is there twice, and of an unknown one, nobody can say what it was to do. */
function optionsIn({ searchParams }: URL, host: string): S3Options | undefined {
  const names = [...searchParams.keys()]
  if (names.some((name) => !parameterNames.includes(name)) || new Set(names).size < names.length)
    return undefined
  const region = searchParams.get('region') ?? regionOf(host)
  const style = searchParams.get('style') ?? (isAmazon(host) ? 'virtual' : 'path')
  const tls = searchParams.get('tls') ?? 'on'
  if (!regionShape.test(region) || (style !== 'path' && style !== 'virtual')) return undefined
  return tls === 'on' || tls === 'off' ? { region, style, isTls: tls === 'on' } : undefined
}

const isAmazon = (host: string) => /\.amazonaws\.com(\.cn)?$/.test(host)

/** What most stores take when none is configured, except where the host name tells. */
function regionOf(host: string): string {
  return /(?:^|\.)s3[.-]([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com/.exec(host)?.[1] ?? 'us-east-1'
}

function credentialsIn({ username, password }: URL): BlobsCredentials | 'invalid' | undefined {
  if (username === '' && password === '') return undefined
  const [accessKey, secretKey] = [decoded(username), decoded(password)]
  if (accessKey === undefined || secretKey === undefined || accessKey === '' || secretKey === '')
    return 'invalid'
  return { accessKey, secretKey }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that begins no escape: not a text that anybody meant.
    return undefined
  }
}

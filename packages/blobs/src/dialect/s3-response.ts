/** What an S3 store answers, as far as it is read: the code of an error, and a page of a list. */
import type { ListedBlob } from '../ports/blob-store.ts'

export interface S3Error {
  readonly status: number
  /** Undefined when the response has none: for HEAD, and from servers that are no object store. */
  readonly code: string | undefined
  /** The region that the store names as the right one. */
  readonly region: string | undefined
}

/** Nothing else of the document is kept: it repeats the request, signature included. */
export function parseS3Error(status: number, document: string): S3Error {
  return {
    status,
    code: /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(document)?.[1],
    region: regionIn(document),
  }
}

function regionIn(document: string): string | undefined {
  return /<Region>([a-z0-9-]{1,64})<\/Region>/i.exec(document)?.[1]
}

export interface ListPage {
  readonly blobs: readonly ListedBlob[]
  /** Of the next page; undefined on the last one. */
  readonly continuation: string | undefined
}

/** A page of ListObjectsV2. Undefined for a document that is none. */
export function parseListPage(document: string): ListPage | undefined {
  if (!document.includes('<ListBucketResult')) return undefined
  const entries = [...document.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: textOf(entry, 'Key'),
    bytes: Number(textOf(entry, 'Size')),
    modifiedAtMs: Date.parse(textOf(entry, 'LastModified')),
  }))
  const isTruncated = textOf(document, 'IsTruncated') === 'true'
  const continuation = textOf(document, 'NextContinuationToken')
  return { blobs: entries, continuation: isTruncated && continuation !== '' ? continuation : undefined }
}

function textOf(document: string, element: string): string {
  return unescapeXml(new RegExp(`<${element}>([^<]*)</${element}>`).exec(document)?.[1] ?? '')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

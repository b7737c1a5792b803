/** The media type of a file, by its name or else by its first bytes. */

const byExtension: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  gz: 'application/gzip',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webp: 'image/webp',
  xml: 'text/xml; charset=utf-8',
  zip: 'application/zip',
}

export const octetStream = 'application/octet-stream'

export function typeByName(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? undefined : byExtension[name.slice(dot + 1).toLowerCase()]
}

/** Number of leading bytes that determine the type. */
export const sniffedBytesMax = 512

const magic: readonly (readonly [readonly number[], string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'image/png'],
  [[0xff, 0xd8, 0xff], 'image/jpeg'],
  [[0x47, 0x49, 0x46, 0x38], 'image/gif'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'application/pdf'],
  [[0x1f, 0x8b, 0x08], 'application/x-gzip'],
  [[0x50, 0x4b, 0x03, 0x04], 'application/zip'],
]

export function typeByContent(start: Uint8Array): string {
  const known = magic.find(([bytes]) => bytes.every((byte, index) => start[index] === byte))
  if (known !== undefined) return known[1]
  return start.some(isBinaryByte) ? octetStream : 'text/plain; charset=utf-8'
}

function isBinaryByte(byte: number): boolean {
  return byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)
}

/** `inline; filename=a.txt`, with the extended form for names that a header cannot represent directly. */
export function inlineDisposition(name: string): string {
  if (/^[\w!#$&+.^`|~-]+$/.test(name)) return `inline; filename=${name}`
  if (/^[\x20-\x7e]*$/.test(name)) return `inline; filename="${name.replace(/["\\]/g, '\\$&')}"`
  return `inline; filename*=utf-8''${encodeURIComponent(name).replace(/['()*!]/g, percentEncode)}`
}

function percentEncode(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

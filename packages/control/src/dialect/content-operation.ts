/** Requests for the content of volumes, by the names under which they are limited and recorded. Pure. */
const operations = {
  'GET dir': 'listVolumeDirectory',
  'POST dir': 'makeVolumeDirectory',
  'GET path': 'getVolumeEntry',
  'PATCH path': 'changeVolumeEntry',
  'DELETE path': 'removeVolumeEntry',
  'GET file': 'readVolumeFile',
  'PUT file': 'writeVolumeFile',
} as const

export type ContentOperation = (typeof operations)[keyof typeof operations]

/** Undefined for a route that does not exist. */
export function contentOperationOf(method: string, part: string): ContentOperation | undefined {
  const route = `${method} ${part}`
  return Object.hasOwn(operations, route) ? operations[route as keyof typeof operations] : undefined
}

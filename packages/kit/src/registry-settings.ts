/** The settings of image registries. */
import { list, optional } from './setting-kinds.ts'

const host = /^[A-Za-z0-9.[\]-]+(:\d{1,5})?$/
const mirror = /^[A-Za-z0-9.:/[\]_-]+$/

export const registryHosts = list(
  (text) => (host.test(text) ? text : undefined),
  'hosts, each with a port or without, with commas between',
)

/** Pairs of a registry and its mirror. */
export const registryMirrors = list((text) => {
  const [from = '', to = '', ...more] = text.split('=')
  const pair: readonly [string, string] = [from, to]
  return more.length === 0 && host.test(from) && mirror.test(to) ? pair : undefined
}, 'HOST=MIRROR, with commas between')

export const plainUrl = optional(
  (text) => (/^https?:\/\/[A-Za-z0-9.:[\]-]+$/.test(text) && URL.canParse(text) ? text : undefined),
  'http:// or https:// and a host, without a path',
)

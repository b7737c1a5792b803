import { guestHelperAddress, productWord } from '@cay/contract/names.ts'

/** /etc/hosts of an image. The sandbox's own name is not in it: libnss-myhostname answers for that. */
export function renderHostsFile(): string {
  return [
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'ff02::1\tip6-allnodes',
    'ff02::2\tip6-allrouters',
    `${guestHelperAddress}\tevents.${productWord}.local`,
    '',
  ].join('\n')
}

/** In which forms a call may be sent: streams and single messages have different ones. */

import type { DescService } from '@bufbuild/protobuf'

const single = ['application/json', 'application/proto']
const streamed = ['application/connect+json', 'application/connect+proto']
const either = [
  'application/grpc',
  'application/grpc+json',
  'application/grpc+proto',
  'application/grpc-web',
  'application/grpc-web+json',
  'application/grpc-web+proto',
]

/** By path, for each method of the services. */
export function acceptedTypes(services: readonly DescService[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    services.flatMap((service) =>
      service.methods.map((method) => [
        `/${service.typeName}/${method.name}`,
        [...(method.methodKind === 'unary' ? single : streamed), ...either],
      ]),
    ),
  )
}

/** Without parameters such as a charset. */
export function isAccepted(contentType: string | undefined, accepted: readonly string[]): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  return type !== undefined && accepted.includes(type)
}

/** The content types accepted for a call: streams and unary messages have different ones. */

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

/** Keyed by path, for each method of the services. */
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

/** Parameters such as a charset are ignored. */
export function isAccepted(contentType: string | undefined, accepted: readonly string[]): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  return type !== undefined && accepted.includes(type)
}

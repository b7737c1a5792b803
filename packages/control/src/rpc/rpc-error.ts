/** How failures are told to nodes. */
import { errorCodeHeader } from '@cay/contract/names.ts'
import { errorTable, type ServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { codeFromString } from '@connectrpc/connect/protocol-connect'

/** With the code of the error table beside that of the RPC: a node tells control that is away from a database that is. */
export function toRpcError({ code, message }: ServiceError): ConnectError {
  const { rpc } = errorTable[code]
  return new ConnectError(message, codeFromString(rpc) ?? Code.Internal, { [errorCodeHeader]: code })
}

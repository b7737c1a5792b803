import { GuestClient } from '@cay/orchestrator/edge/sandbox/guest-client.ts'

/** Below the time of most tests. A busy machine takes a while for commands that fill memory or disks. */
const callMsMax = 100_000

/** A client of the envd at this address, for tests. */
export function connectGuest(address: string): GuestClient {
  return new GuestClient(address, undefined, { callMs: callMsMax })
}

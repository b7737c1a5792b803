/** Metrics of the calls of the node: duration, outcome, and where sandboxes come from. */

import {
  CreateSandboxResponse_Source,
  ResumeSandboxResponse_Source,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { Counter, durationBuckets, Histogram } from '@cay/kit/metrics.ts'
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'

const seconds = new Histogram({
  name: 'cay_node_call_seconds',
  help: 'Duration of calls to the orchestrator, to the end of the response; for streams to its start',
  labelNames: ['method', 'code'],
  buckets: durationBuckets,
})
const sources = new Counter({
  name: 'cay_node_sandbox_sources_total',
  help: 'Created and resumed sandboxes by their source',
  labelNames: ['verb', 'source'],
})

export const measureCalls: Interceptor = (next) => async (request) => {
  const { name: method } = request.method
  const beganAt = performance.now()
  let code = 'ok'
  try {
    const response = await next(request)
    if (!response.stream) countSource(method, response.message)
    return response
  } catch (error) {
    code = Code[ConnectError.from(error).code].toLowerCase()
    throw error
  } finally {
    seconds.observe({ method, code }, (performance.now() - beganAt) / 1000)
  }
}

function countSource(method: string, message: object): void {
  if (!('source' in message) || typeof message.source !== 'number') return
  if (method === 'CreateSandbox')
    sources.inc({ verb: 'create', source: CreateSandboxResponse_Source[message.source]?.toLowerCase() ?? '' })
  if (method === 'ResumeSandbox' || method === 'ResumeForTraffic')
    sources.inc({ verb: 'resume', source: ResumeSandboxResponse_Source[message.source]?.toLowerCase() ?? '' })
}

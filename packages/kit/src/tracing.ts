/**
 * Traces of requests for OpenTelemetry, exported to the collector of the standard variables. Without one nothing of
 * OpenTelemetry is loaded, and these functions do nothing. Like metrics, tracing is global to the process, and spans are opened
 * where the work is done.
 */
import type { Attributes, Context, Span } from '@opentelemetry/api'
import { type Environment, readOptional, SettingError } from './settings.ts'

/** Queued spans; beyond it the newest are dropped. */
const waitingMax = 2048
/** Milliseconds until ended spans are exported. */
const sendEveryMs = 2_000
/** Timeout of one export, and of the last one at the stop. */
const sendMsMax = 2_000

type Loaded = Awaited<ReturnType<typeof load>>

let loaded: Loaded | undefined

export interface TracingSettings {
  /** Undefined: nothing is traced. */
  readonly url: string | undefined
}

/** Throws SettingError. What else may be set is read by the packages themselves. */
export function readTracingSettings(env: Environment): TracingSettings {
  const own = readOptional(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  if (own !== undefined) return { url: readUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', own) }
  const all = readOptional(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (all === undefined) return { url: undefined }
  return { url: `${readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', all).replace(/\/+$/, '')}/v1/traces` }
}

function readUrl(variable: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new SettingError(variable, text, 'a URL that begins with http:// or https://')
}

/** Returns a function that flushes the last spans and stops. */
export async function startTracing({ url }: TracingSettings, service: string): Promise<() => Promise<void>> {
  if (url === undefined) return async () => undefined
  const parts = await load(url, service)
  loaded = parts
  return async () => {
    loaded = undefined
    await parts.stop()
  }
}

async function load(url: string, service: string) {
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks')
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base')
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: sendMsMax })
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: waitingMax,
    scheduledDelayMillis: sendEveryMs,
    exportTimeoutMillis: sendMsMax,
  })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `cay-${service}` }),
    spanProcessors: [processor],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, inside: SpanKind.INTERNAL }
  const stop = async () => {
    // A collector that is down must not keep the process.
    await provider.shutdown().catch(() => undefined)
    context.disable()
    propagation.disable()
  }
  return {
    context,
    propagation,
    trace,
    tracer: provider.getTracer('cay'),
    kinds,
    fault: SpanStatusCode.ERROR,
    stop,
  }
}

export function isTracing(): boolean {
  return loaded !== undefined
}

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'inside'
  readonly attributes?: Attributes
  /** Headers of the incoming request, with its trace context. */
  readonly headers?: Readonly<Record<string, unknown>>
}

/** A span that has not ended. */
export interface OpenSpan {
  readonly traceId: string
  /** Runs the task with this span as the parent of what it starts. */
  within<T>(task: () => T): T
  end(outcome: { readonly attributes?: Attributes; readonly fault?: unknown }): void
}

/** Undefined when nothing is traced. */
export function openSpan(
  name: string,
  { kind, attributes = {}, headers }: SpanOptions,
): OpenSpan | undefined {
  if (loaded === undefined) return undefined
  const { context, propagation, trace, tracer, kinds } = loaded
  const around = headers === undefined ? context.active() : propagation.extract(context.active(), headers)
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, around)
  return asOpen(span, trace.setSpan(around, span), loaded)
}

function asOpen(span: Span, inner: Context, { context, fault: faultCode }: Loaded): OpenSpan {
  return {
    traceId: span.spanContext().traceId,
    within: (task) => context.with(inner, task),
    end({ attributes, fault }) {
      if (attributes !== undefined) span.setAttributes(attributes)
      if (fault !== undefined) {
        const message = fault instanceof Error ? fault.message : String(fault)
        span.setStatus({ code: faultCode, message })
      }
      span.end()
    },
  }
}

/** Runs the task in a span of its own, unless it belongs to no trace. */
export async function traced<T>(name: string, options: SpanOptions, task: () => Promise<T>): Promise<T> {
  const isPart = options.headers !== undefined || isTraced()
  const span = isPart ? openSpan(name, options) : undefined
  if (span === undefined) return await task()
  try {
    const result = await span.within(task)
    span.end({})
    return result
  } catch (fault) {
    span.end({ fault })
    throw fault
  }
}

function isTraced(): boolean {
  return loaded !== undefined && loaded.trace.getSpan(loaded.context.active()) !== undefined
}

/** The headers that put a request to another service into the same trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const carrier: Record<string, string> = {}
  if (loaded !== undefined) loaded.propagation.inject(loaded.context.active(), carrier)
  return carrier
}

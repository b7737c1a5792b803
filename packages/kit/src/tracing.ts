/**
 * Traces of requests for OpenTelemetry, sent to the collector that the usual variables name. Without one nothing of it is
 * loaded, and what is here does nothing. Like metrics, tracing is of the process: whoever does something worth a span says
 * so where it is done.
 */
import type { Attributes, Context, Span } from '@opentelemetry/api'
import { type Environment, readOptional, SettingError } from './settings.ts'

/** Spans that wait to be sent; of more the newest are dropped. */
const waitingMax = 2048
/** Milliseconds until spans that ended are sent. */
const sendEveryMs = 2_000
/** Milliseconds for one sending, and for the last ones when the process stops. */
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

/** Returns what sends the last spans and ends it. */
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
    // A collector that is away must not keep the process.
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
  /** Of the request that came in: whose trace it is part of. */
  readonly headers?: Readonly<Record<string, unknown>>
}

/** Something that began and has not ended. */
export interface OpenSpan {
  readonly traceId: string
  /** Runs as a part of it, with everything that it starts. */
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

/** What the task does is a span of its own, unless it is part of no trace. */
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

/** What a request to another service carries, so that it is part of the same trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const carrier: Record<string, string> = {}
  if (loaded !== undefined) loaded.propagation.inject(loaded.context.active(), carrier)
  return carrier
}

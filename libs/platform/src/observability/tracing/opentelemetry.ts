import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { currentContext } from '../request-context.js';
import type { OpenSpan, SpanAttributes, SpanOptions, TraceContext, Tracer } from './tracing.js';
import type { TraceProtocol } from './trace-settings.js';

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
};
const longestFlushMs = 5_000;
const complaintsEveryMs = 60_000;

type Complain = (error: unknown) => void;

/** Exports spans to an OTLP receiver. */
export interface Tracing {
  tracer: Tracer;
  /** Flushes pending spans, for at most five seconds, and stops. */
  stop(): Promise<void>;
}

/**
 * Creates the tracer of a process. Unsent spans wait in a bounded queue, which drops the excess: no work waits for a
 * receiver. Queue, timeouts, sampler, headers and limits follow the SDK's own settings (`OTEL_*`).
 * @param complain reports, at most once a minute, that spans cannot be sent
 */
export async function openTelemetry(service: string, protocol: TraceProtocol, complain: Complain): Promise<Tracing> {
  const warn = atMostOnceIn(complaintsEveryMs, complain);
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler(atMostOnceIn(complaintsEveryMs, complain));
  return tracingTo(new BatchSpanProcessor(await exporterOf(protocol)), service);
}

/** Creates a tracer with the caller's span processor. */
export function tracingTo(processor: SpanProcessor, service: string): Tracing {
  const provider = new NodeTracerProvider({ resource: resourceOf(service), spanProcessors: [processor] });
  // The propagator does not forward callers' baggage.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  return { tracer: tracerOf(provider), stop: () => within(longestFlushMs, provider.shutdown()) };
}

async function exporterOf(protocol: TraceProtocol): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  return new OTLPTraceExporter();
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
const resourceOf = (service: string) =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': service, 'service.namespace': 'tollgate' }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));

function tracerOf(provider: NodeTracerProvider): Tracer {
  const spans = provider.getTracer('tollgate');
  const start = (
    name: string,
    { kind, attributes, parent, links = [] }: SpanOptions,
    startTime?: number,
  ): [Span, Context] => {
    const from = parent === undefined ? context.active() : parent === null ? ROOT_CONTEXT : extract(parent);
    const span = spans.startSpan(
      name,
      {
        kind: kinds[kind],
        attributes: { ...whose(), ...attributes },
        links: linksOf(links),
        ...(startTime === undefined ? {} : { startTime }),
      },
      from,
    );
    return [span, trace.setSpan(from, span)];
  };
  return {
    begin(name, options) {
      const [span, within] = start(name, options);
      return openSpan(span, within);
    },
    record(name, options, begunAt, error) {
      const [span] = start(name, options, begunAt);
      finish(span, error);
    },
    active() {
      const ids = trace.getSpanContext(context.active());
      return ids && { traceId: ids.traceId, spanId: ids.spanId };
    },
    context() {
      const carrier: TraceContext = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    outside: (work) => context.with(ROOT_CONTEXT, work),
  };
}

const openSpan = (span: Span, within: Context): OpenSpan => ({
  within: (work) => context.with(within, work),
  set: (attributes) => void span.setAttributes(attributes),
  end: (error) => finish(span, error),
});

function finish(span: Span, error: unknown): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kindOf(error));
  span.end();
}

/** Reads the trace context of a call or a message; an invalid one counts as none. */
const extract = (carrier: TraceContext): Context => propagation.extract(ROOT_CONTEXT, carrier);

const linksOf = (traceparents: string[]) =>
  traceparents.flatMap((traceparent) => {
    const linked = trace.getSpanContext(extract({ traceparent }));
    return linked ? [{ context: linked }] : [];
  });

/** The tenant and request of the work. */
function whose(): SpanAttributes {
  const { requestId, organizationId } = currentContext() ?? {};
  return {
    ...(requestId ? { 'tollgate.request_id': requestId } : {}),
    ...(organizationId ? { 'tollgate.organization_id': organizationId } : {}),
  };
}

function kindOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string' || typeof code === 'number') return String(code);
  return error instanceof Error ? error.constructor.name : typeof error;
}

function atMostOnceIn(milliseconds: number, complain: Complain): Complain {
  let last = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - last < milliseconds) return;
    last = now;
    complain(error);
  };
}

/** Waits for work up to a time limit, and ignores its outcome after that. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

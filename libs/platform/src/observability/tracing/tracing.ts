/** A span's attributes, by OpenTelemetry's semantic conventions; never bodies, keys or values. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  /**
   * `server` and `consumer` start a trace when they continue none; the other kinds record no span outside of a trace.
   */
  kind: 'server' | 'consumer' | 'client' | 'producer' | 'internal';
  attributes?: SpanAttributes;
  /** The W3C trace context that the span continues, null for none. Absent: the active span is the parent. */
  parent?: TraceContext | null;
  /** `traceparent` values of the callers that share this work. */
  links?: string[];
}

/** The propagated trace context (https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

/** A span that has not ended yet. */
export interface OpenSpan {
  /** Runs work inside the span. */
  within<T>(work: () => T): T;
  set(attributes: SpanAttributes): void;
  /** @param error why it failed; the span records only its kind, because its text may quote data */
  end(error?: unknown): void;
}

/** Creates spans where tracing is enabled. */
export interface Tracer {
  begin(name: string, options: SpanOptions): OpenSpan;
  /** Records a finished span. @param begunAt Unix milliseconds */
  record(name: string, options: SpanOptions, begunAt: number, error?: unknown): void;
  /** The ids of the active span; undefined outside of a trace. */
  active(): { traceId: string; spanId: string } | undefined;
  /** The active span as propagation headers; empty outside of a trace. */
  context(): TraceContext;
  /** Runs work outside of any trace. */
  outside<T>(work: () => T): T;
}

let tracer: Tracer | undefined;

/** Sets the tracer from now on; undefined disables tracing. */
export const traceWith = (newTracer: Tracer | undefined): void => void (tracer = newTracer);

export const isTracing = (): boolean => tracer !== undefined;

/** Begins a span that ends elsewhere. Undefined without tracing, or when the span would have no parent. */
export function beginSpan(name: string, options: SpanOptions): OpenSpan | undefined {
  if (!tracer) return undefined;
  const begins = options.kind === 'server' || options.kind === 'consumer';
  return begins || options.parent?.traceparent || tracer.active() ? tracer.begin(name, options) : undefined;
}

/** Runs work in a span of its own, where tracing is enabled; the span ends with the work. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span?: OpenSpan) => Promise<T>): Promise<T> {
  const span = beginSpan(name, options);
  if (!span) return work();
  return span.within(async () => {
    try {
      const result = await work(span);
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  });
}

/** Records a finished span in the active trace. @param begunAt Unix milliseconds */
export function recordSpan(name: string, options: SpanOptions, begunAt: number, error?: unknown): void {
  if (tracer?.active()) tracer.record(name, options, begunAt, error);
}

/** The active span as headers of a call; empty outside of a trace. */
export const traceHeaders = (): Record<string, string> =>
  Object.fromEntries(Object.entries(tracer?.context() ?? {}).filter(([, value]) => value !== undefined));

/** The active span's `traceparent`, to store or send along with its effects; null outside of a trace. */
export const currentTraceparent = (): string | null => tracer?.context().traceparent ?? null;

/** The active span's ids, for log lines. */
export function traceIds(): { trace_id: string; span_id: string } | undefined {
  const ids = tracer?.active();
  return ids && { trace_id: ids.traceId, span_id: ids.spanId };
}

/** Runs work outside of any trace: shared work that outlives the call that started it. */
export const outsideOfTrace = <T>(work: () => T): T => (tracer ? tracer.outside(work) : work());

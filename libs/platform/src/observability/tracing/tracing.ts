/** What a span may say about itself, by OpenTelemetry's semantic conventions; never bodies, keys or values. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  /** `server` and `consumer` begin a trace where they continue none; the others leave no span outside of a trace. */
  kind: 'server' | 'consumer' | 'client' | 'producer' | 'internal';
  attributes?: SpanAttributes;
  /** The W3C trace context that it continues, null for none. Absent: it is part of the span that is active. */
  parent?: TraceContext | null;
  /** `traceparent` of others that it works for. */
  links?: string[];
}

/** How a trace travels (https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

/** Something under way in a trace. */
export interface OpenSpan {
  /** Runs work as part of it. */
  within<T>(work: () => T): T;
  set(attributes: SpanAttributes): void;
  /** @param error why it failed; of it only the kind is told, since its text may quote what it was about */
  end(error?: unknown): void;
}

/** What makes spans where traces are wanted. */
export interface Tracer {
  begin(name: string, options: SpanOptions): OpenSpan;
  /** A span that is over. @param begunAt Unix milliseconds */
  record(name: string, options: SpanOptions, begunAt: number, error?: unknown): void;
  /** The ids of the active span; undefined outside of a trace. */
  active(): { traceId: string; spanId: string } | undefined;
  /** The active span as it travels; empty outside of a trace. */
  context(): TraceContext;
  /** Runs work outside of any trace. */
  outside<T>(work: () => T): T;
}

let tracer: Tracer | undefined;

/** Has spans made from here on, or by nobody. */
export const traceWith = (newTracer: Tracer | undefined): void => void (tracer = newTracer);

export const isTracing = (): boolean => tracer !== undefined;

/**
 * Begins a span that ends in another place. Undefined where no traces are wanted, or where nothing that it would be part
 * of is under way.
 */
export function beginSpan(name: string, options: SpanOptions): OpenSpan | undefined {
  if (!tracer) return undefined;
  const begins = options.kind === 'server' || options.kind === 'consumer';
  return begins || options.parent?.traceparent || tracer.active() ? tracer.begin(name, options) : undefined;
}

/** Does work in a span of its own, where traces are wanted; it ends with the work. */
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

/** Records a span that is over, in the trace that is active. @param begunAt Unix milliseconds */
export function recordSpan(name: string, options: SpanOptions, begunAt: number, error?: unknown): void {
  if (tracer?.active()) tracer.record(name, options, begunAt, error);
}

/** The active span as headers of a call; empty outside of a trace. */
export const traceHeaders = (): Record<string, string> =>
  Object.fromEntries(Object.entries(tracer?.context() ?? {}).filter(([, value]) => value !== undefined));

/** The active span's `traceparent`, to be stored or sent with what it causes; null outside of a trace. */
export const currentTraceparent = (): string | null => tracer?.context().traceparent ?? null;

/** The active span's ids, for log lines. */
export function traceIds(): { trace_id: string; span_id: string } | undefined {
  const ids = tracer?.active();
  return ids && { trace_id: ids.traceId, span_id: ids.spanId };
}

/** Runs work outside of any trace: what goes on for others longer than for whom it was begun. */
export const outsideOfTrace = <T>(work: () => T): T => (tracer ? tracer.outside(work) : work());

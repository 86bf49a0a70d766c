// OpenTelemetry's own exporters send spans of calls to language models to an event source, unmodified: as protobuf and as
// JSON, with gzip and without. Each batch is sent twice, as a collector does after a lost answer, and counts once.
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { Service } from '@tollgate/harness/standalone';
import { newOrganization, type Api } from '@tollgate/harness/api';

const calls = 20;
const tokens = { input: 120, cached: 100, output: 45, reasoning: 40 };
/** The tokens of the events of a call, by code: no token is in two of them. */
const expected: Record<string, number> = {
  llm_input_tokens: tokens.input - tokens.cached,
  llm_cached_tokens: tokens.cached,
  llm_output_tokens: tokens.output - tokens.reasoning,
  llm_reasoning_tokens: tokens.reasoning,
};

/** Spans of calls, within spans of a web server that have no tokens. */
async function makeSpans(subscription: string): Promise<ReadableSpan[]> {
  const memory = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'assistant', external_subscription_id: subscription }),
    spanProcessors: [new SimpleSpanProcessor(memory)],
  });
  const tracer = provider.getTracer('clients');
  for (let call = 0; call < calls; call++) {
    tracer.startSpan('POST /chat', { attributes: { 'http.request.method': 'POST' } }).end();
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'small',
      'gen_ai.conversation.id': `c${call}`,
      'gen_ai.usage.input_tokens': tokens.input,
      'gen_ai.usage.cache_read.input_tokens': tokens.cached,
      'gen_ai.usage.output_tokens': tokens.output,
      'gen_ai.usage.reasoning.output_tokens': tokens.reasoning,
    };
    tracer.startSpan('chat small', { attributes }).end();
  }
  await provider.forceFlush();
  return memory.getFinishedSpans();
}

const send = (exporter: SpanExporter, spans: ReadableSpan[]): Promise<void> =>
  new Promise((resolve, reject) =>
    exporter.export(spans, ({ code, error }: ExportResult) =>
      code === ExportResultCode.SUCCESS ? resolve() : reject(error ?? new Error('the exporter failed')),
    ),
  );

/** @throws Error unless each call is there once, by kind of token */
async function check(api: Api, subscription: string): Promise<void> {
  const { events, meta } = await api.ok<{
    events: { code: string; properties: { tokens?: unknown; model?: unknown } }[];
    meta: { total_count: number };
  }>('GET', `/api/v1/events?external_subscription_id=${encodeURIComponent(subscription)}`);
  const all = calls * Object.keys(expected).length;
  if (meta.total_count !== all) throw new Error(`${meta.total_count} events are there instead of ${all}`);
  const wrong = events.find(
    ({ code, properties }) => Number(properties.tokens) !== expected[code] || properties.model !== 'small',
  );
  if (wrong) throw new Error(`an event is there as ${JSON.stringify(wrong)}`);
}

/** Plays all exporters. @returns the names of those that work, and the reasons of the others by name */
export async function playTraceSenders(
  service: Service,
): Promise<{ worked: string[]; failed: Record<string, string> }> {
  const { api } = await newOrganization(service, { name: 'Traces' });
  const { event_source: source } = await api.ok<{ event_source: { secret: string; paths: string[] } }>(
    'POST',
    '/api/v1/event_sources',
    { event_source: { code: 'traces', name: 'Traces', kind: 'gen_ai' } },
  );
  const url = `${service.baseUrl}${source.paths.find((path) => path.endsWith('/traces')) ?? ''}`;
  const exporters = { protobuf: ProtobufExporter, JSON: JsonExporter };
  const compressions = { 'with gzip': 'gzip', 'without gzip': 'none' };
  const worked: string[] = [];
  const failed: Record<string, string> = {};
  for (const [encoding, Exporter] of Object.entries(exporters))
    for (const [compressed, compression] of Object.entries(compressions)) {
      const name = `${encoding} ${compressed}`;
      try {
        const headers = { authorization: `Bearer ${source.secret}` };
        const exporter = new Exporter({ url, headers, compression: compression as never });
        const spans = await makeSpans(name);
        for (let time = 0; time < 2; time++) await send(exporter, spans);
        await exporter.shutdown();
        await check(api, name);
        worked.push(name);
      } catch (error) {
        failed[name] = error instanceof Error ? error.message : String(error);
      }
    }
  return { worked, failed };
}

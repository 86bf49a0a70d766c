// Programs that report calls of language models, unmodified: LiteLLM's callback `generic_api`, and Vercel's AI SDK over
// OpenTelemetry's exporter. Each call is sent twice, and the service is killed meanwhile. Each token must be in the usage
// once, with its price.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { sleep, waitFor } from '@tollgate/harness/process';
import type { Standalone } from '@tollgate/harness/standalone';
import { pythonPrograms } from '@tollgate/python/python';
import { aiSdks, tokensOfCall } from './ai-spans.ts';
import { runToEnd } from './run.ts';

const calls = 40;
const spansOfBatch = 20;
const longestSendMs = 120_000;

/** Cents for each token, by the code of the event. */
const prices = {
  llm_input_tokens: 1,
  llm_cached_tokens: 2,
  llm_output_tokens: 3,
  llm_reasoning_tokens: 4,
} as const;
type Code = keyof typeof prices;
type Tokens = Record<Code, number>;

interface Source {
  secret: string;
  paths: string[];
}

/** Makes the prices, two sources, and a subscription for each sender. */
async function prepare(api: Api, subscriptions: string[]): Promise<Record<'gateway' | 'traces', Source>> {
  const charges: object[] = [];
  for (const [code, cents] of Object.entries(prices)) {
    const metric = await api.create<{ svc_id?: string; lago_id?: string }>(
      '/api/v1/billable_metrics',
      'billable_metric',
      {
        ...{ name: code, code, aggregation_type: 'sum_agg', field_name: 'tokens' },
      },
    );
    charges.push({
      billable_metric_id: metric.svc_id ?? metric.lago_id,
      charge_model: 'standard',
      properties: { amount: `0.0${cents}` },
    });
  }
  const plan = { name: 'Models', code: 'models', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' };
  await api.ok('POST', '/api/v1/plans', { plan: { ...plan, pay_in_advance: false, charges } });
  for (const name of subscriptions) {
    await api.ok('POST', '/api/v1/customers', { customer: { external_id: name, currency: 'EUR' } });
    const subscription = { external_customer_id: name, external_id: name, plan_code: plan.code };
    await api.ok('POST', '/api/v1/subscriptions', { subscription });
  }
  const source = async (code: string, kind: string) =>
    (
      await api.ok<{ event_source: Source }>('POST', '/api/v1/event_sources', {
        event_source: { code, name: code, kind },
      })
    ).event_source;
  return { gateway: await source('gateway', 'litellm'), traces: await source('traces', 'gen_ai') };
}

/** @throws Error unless each token is in the usage once, with its price */
async function check(api: Api, subscription: string, tokens: Tokens): Promise<void> {
  const id = encodeURIComponent(subscription);
  const { customer_usage: usage } = await api.ok<{
    customer_usage: {
      amount_cents: number;
      charges_usage: { units: string; billable_metric: { code: Code } }[];
    };
  }>('GET', `/api/v1/customers/${id}/current_usage?external_subscription_id=${id}`);
  const found = Object.fromEntries(
    usage.charges_usage.map(({ billable_metric: { code }, units }) => [code, Number(units)]),
  );
  for (const [code, count] of Object.entries(tokens))
    if (found[code] !== count) throw new Error(`the usage has ${found[code]} of ${count} ${code}`);
  const cents = Object.entries(prices).reduce((sum, [code, price]) => sum + tokens[code as Code] * price, 0);
  if (usage.amount_cents !== cents) throw new Error(`the usage costs ${usage.amount_cents} instead of ${cents}`);
}

/** Lets a program send, and kills the service once the first events of a subscription are there. */
async function throughKill(service: Standalone, api: Api, subscription: string, sending: Promise<void>): Promise<void> {
  let isOver = false;
  const ended = sending.finally(() => (isOver = true));
  ended.catch(() => undefined);
  const query = new URLSearchParams({ external_subscription_id: subscription, per_page: '1' });
  const hasSome = async () =>
    isOver || (await api.ok<{ meta: { total_count: number } }>('GET', `/api/v1/events?${query}`)).meta.total_count > 0;
  await waitFor('the first events', hasSome, { timeoutMs: longestSendMs, everyMs: 50 });
  if (isOver) {
    await ended;
    throw new Error('it has sent everything before the service was killed');
  }
  await service.crash();
  await ended;
}

async function sendGateway({ baseUrl }: Standalone, source: Source, subscription: string): Promise<Tokens> {
  const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
  const programs = await pythonPrograms('event-senders', here('senders.txt'));
  const orders = { url: `${baseUrl}${source.paths[0]}`, secret: source.secret, subscription, calls };
  const output = await runToEnd(join(programs, 'python'), [here('gateway.py')], {
    input: JSON.stringify(orders),
    longestMs: 300_000,
  });
  const { input, output: written } = JSON.parse(output) as { input: number; output: number };
  return { llm_input_tokens: input, llm_cached_tokens: 0, llm_output_tokens: written, llm_reasoning_tokens: 0 };
}

/** The spans of one version of the SDK, as it makes them. */
async function spansOf(play: (typeof aiSdks)[string], subscription: string): Promise<ReadableSpan[]> {
  const memory = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
  await play(provider.getTracer('clients'), subscription, calls);
  await provider.forceFlush();
  return memory.getFinishedSpans();
}

/** Exports spans in batches, each twice. A batch without an answer is exported again, as a collector does. */
async function exportTwice({ baseUrl }: Standalone, source: Source, spans: ReadableSpan[]): Promise<void> {
  const url = `${baseUrl}${source.paths.find((path) => path.endsWith('/traces')) ?? ''}`;
  const exporter = new OTLPTraceExporter({ url, headers: { authorization: `Bearer ${source.secret}` } });
  const send = (batch: ReadableSpan[]) =>
    new Promise<boolean>((resolve) => exporter.export(batch, ({ code }) => resolve(code === ExportResultCode.SUCCESS)));
  for (let first = 0; first < spans.length; first += spansOfBatch)
    for (let time = 0; time < 2; time++) {
      const batch = spans.slice(first, first + spansOfBatch);
      await waitFor('an export', () => send(batch), { timeoutMs: longestSendMs });
      await sleep(200);
    }
  await exporter.shutdown();
}

const tokensOfSpans: Tokens = {
  llm_input_tokens: calls * (tokensOfCall.input - tokensOfCall.cached),
  llm_cached_tokens: calls * tokensOfCall.cached,
  llm_output_tokens: calls * (tokensOfCall.output - tokensOfCall.reasoning),
  llm_reasoning_tokens: calls * tokensOfCall.reasoning,
};

/** Plays all senders. @returns the names of those that work, and the reasons of the others by name */
export async function playModelSenders(
  service: Standalone,
): Promise<{ worked: string[]; failed: Record<string, string> }> {
  const { api } = await newOrganization(service, { name: 'Models', default_currency: 'EUR' });
  const litellm = "litellm's callback generic_api";
  const sources = await prepare(api, [litellm, ...Object.keys(aiSdks)]);
  const worked: string[] = [];
  const failed: Record<string, string> = {};
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
      worked.push(name);
    } catch (error) {
      failed[name] = error instanceof Error ? error.message : String(error);
    }
  };
  await attempt(litellm, async () => {
    const sending = sendGateway(service, sources.gateway, litellm);
    await throughKill(
      service,
      api,
      litellm,
      sending.then(() => undefined),
    );
    await check(api, litellm, await sending);
  });
  for (const [name, play] of Object.entries(aiSdks))
    await attempt(name, async () => {
      const spans = await spansOf(play, name);
      await throughKill(service, api, name, exportTwice(service, sources.traces, spans));
      await check(api, name, tokensOfSpans);
    });
  return { worked, failed };
}

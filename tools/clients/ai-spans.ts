// Spans of Vercel's AI SDK, unmodified, with a model that answers without a network.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tracer } from '@opentelemetry/api';
import { modelsDirectory } from './javascript-package.ts';

/** The tokens of each call: those of the cache are in the input, those of the reasoning in the output. */
export const tokensOfCall = { input: 120, cached: 100, output: 45, reasoning: 40 } as const;

const usage = {
  inputTokens: {
    total: tokensOfCall.input,
    noCache: tokensOfCall.input - tokensOfCall.cached,
    cacheRead: tokensOfCall.cached,
    cacheWrite: 0,
  },
  outputTokens: {
    total: tokensOfCall.output,
    text: tokensOfCall.output - tokensOfCall.reasoning,
    reasoning: tokensOfCall.reasoning,
  },
};
const answer = {
  content: [{ type: 'text', text: 'Hello' }],
  finishReason: { unified: 'stop', raw: 'stop' },
  usage,
  warnings: [],
};

type MockModel = new (settings: { modelId: string; provider: string; doGenerate(): Promise<typeof answer> }) => object;

/** The parts of the packages that are played. */
interface Sdk {
  generateText(call: { model: object; prompt: string } & Record<string, unknown>): Promise<unknown>;
}
interface SdkTelemetry {
  OpenTelemetry: new (settings: { tracer: Tracer; usage: boolean; enrichSpan(): Record<string, string> }) => object;
}

const settings = { modelId: 'small', provider: 'mock', doGenerate: () => Promise.resolve(answer) };

/** Calls a model so many times for a subscription; each version reports it in its own way. */
type Play = (tracer: Tracer, subscription: string, calls: number) => Promise<void>;

async function playPresent(tracer: Tracer, subscription: string, calls: number): Promise<void> {
  const sdk = await packageAt<Sdk>('ai/dist/index.js');
  const { OpenTelemetry } = await packageAt<SdkTelemetry>('@ai-sdk/otel/dist/index.js');
  const { MockLanguageModelV4: Model } = await packageAt<{ MockLanguageModelV4: MockModel }>('ai/dist/test/index.js');
  const enrichSpan = () => ({ external_subscription_id: subscription });
  const telemetry = { isEnabled: true, integrations: [new OpenTelemetry({ tracer, usage: true, enrichSpan })] };
  for (let call = 0; call < calls; call++)
    await sdk.generateText({ model: new Model(settings), prompt: 'Hello', telemetry });
}

async function playFormer(tracer: Tracer, subscription: string, calls: number): Promise<void> {
  const sdk = await packageAt<Sdk>('ai-6/dist/index.mjs');
  const { MockLanguageModelV3: Model } = await packageAt<{ MockLanguageModelV3: MockModel }>(
    'ai-6/dist/test/index.mjs',
  );
  const telemetry = { isEnabled: true, tracer, metadata: { external_subscription_id: subscription } };
  for (let call = 0; call < calls; call++)
    await sdk.generateText({ model: new Model(settings), prompt: 'Hello', experimental_telemetry: telemetry });
}

const packageAt = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(await modelsDirectory(), 'node_modules', path)).href)) as T;

/** The versions by their names. */
export const aiSdks: Readonly<Record<string, Play>> = {
  "Vercel's AI SDK 7": playPresent,
  "Vercel's AI SDK 6": playFormer,
};

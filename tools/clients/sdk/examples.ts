// Runs the examples of `@tollgate/sdk` at a service: node examples.ts ADDRESS KEY. The one for Next needs a server of Next, so only
// the compiler reads it. Models answer without a network. Prints a line for each example that works.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { Tollgate } from '@tollgate/sdk';

const [, , baseUrl = '', apiKey = ''] = process.argv;
const clientOf = () => new Tollgate({ apiKey, baseUrl });
const tollgate = clientOf();

/** The workspace has none of the packages, so their types stand here as far as they matter. */
interface Examples {
  express: { meteredApp(tollgate: Tollgate, hmacKey: string): { listen(port: number): Server } };
  fastify: {
    meteredServer(tollgate: Tollgate): { listen(options: { port: number }): Promise<string>; close(): Promise<void> };
  };
  'vercel-ai': {
    meteredText(tollgate: Tollgate, subscription: string, call: { model: object; prompt: string }): Promise<string>;
  };
  langchain: { UsageCallback: new (tollgate: Tollgate, subscription: string) => object };
}
const example = async <Name extends keyof Examples>(name: Name): Promise<Examples[Name]> =>
  (await import(new URL(`examples/${name}.ts`, import.meta.url).href)) as Examples[Name];
const packageAt = async <Package>(name: string): Promise<Package> => (await import(name)) as Package;

/** The properties of a subscription's events, by their codes. */
async function sentFor(subscription: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const { code, properties } of tollgate.list('/events', {
    query: { external_subscription_id: subscription },
  })) {
    assert.ok(!(code in found), `${code} is there twice`);
    found[code] = properties;
  }
  return found;
}

const tokens = { input: 120, output: 45 };

/** A model of the AI SDK. */
async function modelOfVercel(): Promise<object> {
  interface Testing {
    MockLanguageModelV4: new (settings: object) => object;
  }
  const { MockLanguageModelV4: Model } = await packageAt<Testing>('ai/test');
  const usage = {
    inputTokens: { total: tokens.input, noCache: tokens.input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: tokens.output, text: tokens.output, reasoning: 0 },
  };
  const answer = { content: [{ type: 'text', text: 'Hello' }], finishReason: { unified: 'stop', raw: 'stop' }, usage };
  return new Model({ modelId: 'small', doGenerate: () => Promise.resolve({ ...answer, warnings: [] }) });
}

interface Invocable {
  invoke(input: string, settings: object): Promise<unknown>;
}

/** A model of LangChain. */
async function modelOfLangchain(): Promise<Invocable> {
  const { AIMessage } = await packageAt<{ AIMessage: new (fields: object) => object }>('@langchain/core/messages');
  const { BaseChatModel } = await packageAt<{ BaseChatModel: new (settings: object) => Invocable }>(
    '@langchain/core/language_models/chat_models',
  );
  const { input, output } = tokens;
  const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
  class Model extends BaseChatModel {
    _llmType(): string {
      return 'test';
    }
    _generate(): Promise<object> {
      const message = new AIMessage({ content: 'Hello', usage_metadata: usage });
      return Promise.resolve({ generations: [{ text: 'Hello', message }] });
    }
  }
  return new Model({});
}

const subscriptionHeader = (subscription: string) => ({ headers: { 'x-subscription': subscription } });
const expectedTokens = (more: object = {}) => ({
  llm_input_tokens: { tokens: tokens.input, ...more },
  llm_output_tokens: { tokens: tokens.output, ...more },
});

const plays: Record<keyof Examples, () => Promise<void>> = {
  async express() {
    const server = (await example('express')).meteredApp(tollgate, 'key').listen(0);
    await once(server, 'listening');
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    assert.equal((await fetch(`${root}/api/reports/7`, subscriptionHeader('express'))).status, 200);
    assert.equal((await fetch(`${root}/api/none`, subscriptionHeader('express'))).status, 404);
    assert.equal((await fetch(`${root}/hooks`, { method: 'POST', body: '{}' })).status, 401);
    server.close();
    await tollgate.events.flush();
    assert.deepEqual(await sentFor('express'), { requests: { method: 'GET', path: '/api/reports/7' } });
  },
  async fastify() {
    const server = (await example('fastify')).meteredServer(clientOf());
    const root = await server.listen({ port: 0 });
    assert.equal((await fetch(`${root}/reports/7`, subscriptionHeader('fastify'))).status, 200);
    await server.close();
    const { requests } = (await sentFor('fastify')) as { requests: { path: string } };
    assert.equal(requests.path, '/reports/:id');
  },
  async 'vercel-ai'() {
    const { meteredText } = await example('vercel-ai');
    const call = { model: await modelOfVercel(), prompt: 'Hi' };
    assert.equal(await meteredText(tollgate, 'vercel', call), 'Hello');
    await tollgate.events.flush();
    assert.deepEqual(await sentFor('vercel'), expectedTokens({ model: 'small' }));
  },
  async langchain() {
    const { UsageCallback } = await example('langchain');
    const model = await modelOfLangchain();
    await model.invoke('Hi', { callbacks: [new UsageCallback(tollgate, 'langchain')] });
    await tollgate.events.flush();
    assert.deepEqual(await sentFor('langchain'), expectedTokens());
  },
};

for (const [name, play] of Object.entries(plays)) {
  await play();
  console.log(name);
}
await tollgate.close();

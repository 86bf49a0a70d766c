import { describe, expect, it } from '@jest/globals';
import { eventSourceKinds, type EventSourceKind } from '@tollgate/contracts';
import { readRules } from '../event-sources/rule-input.js';
import { applyRules } from '../rules/apply-rules.js';
import { kindOf } from './registry.js';

const made = (name: EventSourceKind, body: unknown) => {
  const { readInputs, presetRules } = kindOf(name);
  return readInputs(body).map((input) => {
    const { events, refusals } = applyRules(presetRules, input);
    return { events: events.map(({ event }) => event), refusals };
  });
};

/** The tokens of events by code. */
const tokensOf = (outcome: { events: Readonly<Record<string, unknown>>[] } | undefined) =>
  Object.fromEntries(
    (outcome?.events ?? []).map(({ code, properties }) => [code, (properties as Record<string, unknown>)['tokens']]),
  );

const span = (attributes: Record<string, string | number>, spanId: string) => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId,
  endTimeUnixNano: '1767225600000000000',
  attributes: Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  })),
});

describe('the preset rules of a kind', () => {
  it.each(eventSourceKinds)('are valid: %s', (name) => {
    const preset = kindOf(name).presetRules;
    expect(readRules(preset)).toEqual({ rules: preset, errors: {} });
  });

  it('make events of the spans of language models, one for each kind of token', () => {
    const tokens = {
      'gen_ai.usage.input_tokens': 120,
      'gen_ai.usage.output_tokens': 45,
      'gen_ai.usage.cache_read.input_tokens': 100,
      'gen_ai.usage.reasoning.output_tokens': 40,
    };
    const spans = [
      span(
        {
          ...tokens,
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm1',
          'gen_ai.provider.name': 'p1',
          'gen_ai.conversation.id': 'c1',
        },
        'b7ad6b7169203331',
      ),
      span({ 'http.method': 'GET' }, 'b7ad6b7169203332'),
      span({ ...tokens, 'gen_ai.operation.name': 'invoke_agent' }, 'b7ad6b7169203333'),
    ];
    const resource = { attributes: [{ key: 'external_subscription_id', value: { stringValue: 's1' } }] };
    const [call, other, agent] = made('gen_ai', { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
    expect(tokensOf(call)).toEqual({
      llm_input_tokens: '20',
      llm_cached_tokens: 100,
      llm_output_tokens: '5',
      llm_reasoning_tokens: 40,
    });
    expect(call?.events[0]).toMatchObject({
      transaction_id: '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331:llm_input_tokens',
      external_subscription_id: 's1',
      timestamp: '1767225600.000000000',
      properties: { model: 'm1', provider: 'p1', conversation_id: 'c1' },
    });
    expect([other, agent]).toEqual([
      { events: [], refusals: [] },
      { events: [], refusals: [] },
    ]);
  });

  it('make events of the calls of an SDK, and none of the spans around them', () => {
    const usage = { 'ai.usage.cachedInputTokens': 100, 'ai.usage.reasoningTokens': 40 };
    const subscription = { 'ai.telemetry.metadata.external_subscription_id': 's1' };
    const call = { ...subscription, ...usage, 'gen_ai.usage.input_tokens': 120, 'gen_ai.usage.output_tokens': 45 };
    const spans = [
      span({ ...call, 'ai.operationId': 'ai.generateText.doGenerate' }, 'b7ad6b7169203331'),
      span({ ...subscription, ...usage, 'ai.operationId': 'ai.generateText' }, 'b7ad6b7169203332'),
    ];
    const [inner, outer] = made('gen_ai', { resourceSpans: [{ scopeSpans: [{ spans }] }] });
    expect(tokensOf(inner)).toEqual({
      llm_input_tokens: '20',
      llm_cached_tokens: 100,
      llm_output_tokens: '5',
      llm_reasoning_tokens: 40,
    });
    expect(inner?.events[0]).toMatchObject({ external_subscription_id: 's1' });
    expect(outer).toEqual({ events: [], refusals: [] });
  });

  it("make events of LiteLLM's payloads", () => {
    const payload = {
      id: 'chatcmpl-1',
      status: 'success',
      prompt_tokens: 30,
      completion_tokens: 12,
      startTime: 1767225600.25,
      endTime: 1767225601.5,
      model: 'gpt-4o',
      custom_llm_provider: 'openai',
      response_cost: 0.00012,
      end_user: 's1',
      cache_hit: false,
      metadata: { usage_object: { prompt_tokens_details: { cached_tokens: 10 } } },
    };
    const [call, failed, cached] = made('litellm', [
      payload,
      { ...payload, status: 'failure' },
      { ...payload, cache_hit: true },
    ]);
    expect(tokensOf(call)).toEqual({ llm_input_tokens: '20', llm_cached_tokens: 10, llm_output_tokens: '12' });
    expect(call?.events[0]).toMatchObject({
      transaction_id: 'chatcmpl-1:llm_input_tokens',
      external_subscription_id: 's1',
      timestamp: '1767225601.5',
      properties: { model: 'gpt-4o', provider: 'openai', response_cost: 0.00012 },
    });
    expect([failed?.events, cached?.events]).toEqual([[], []]);
    expect(made('litellm', { ...payload, end_user: '' })[0]?.refusals).toHaveLength(3);
  });

  it('make events of the records of gateways', () => {
    const answer = {
      id: 'gen_1',
      created: 1767225600,
      model: 'm1',
      user: 's1',
      usage: {
        prompt_tokens: 9,
        completion_tokens: 12,
        completion_tokens_details: { reasoning_tokens: 12 },
      },
    };
    const response = {
      id: 'resp_2',
      created_at: 1767225600,
      model: 'm1',
      provider: 'openai',
      metadata: { external_subscription_id: 's1' },
      usage: { input_tokens: 9, input_tokens_details: { cached_tokens: 4 }, output_tokens: 12 },
    };
    const [one, other] = made('ai_gateway', [answer, response]);
    expect(tokensOf(one)).toEqual({ llm_input_tokens: '9', llm_output_tokens: '0', llm_reasoning_tokens: 12 });
    expect(tokensOf(other)).toEqual({ llm_input_tokens: '5', llm_cached_tokens: 4, llm_output_tokens: '12' });
    expect(other?.events[0]).toMatchObject({
      transaction_id: 'resp_2:llm_input_tokens',
      timestamp: '1767225600',
      properties: { model: 'm1', provider: 'openai' },
    });
  });

  it('make events of CloudEvents by their type', () => {
    const event = { specversion: '1.0', id: 'e1', source: 'app', type: 'tokens', subject: 's1', data: { tokens: '5' } };
    expect(made('openmeter', event)).toEqual([
      {
        events: [
          {
            transaction_id: 'app:e1:cloud_event',
            external_subscription_id: 's1',
            code: 'tokens',
            properties: { tokens: '5' },
          },
        ],
        refusals: [],
      },
    ]);
  });
});

describe('a body of JSON', () => {
  it('is an object or a list of objects', () => {
    const { readInputs } = kindOf('webhook');
    expect(readInputs([{ id: 1 }, {}]).map(({ id }) => id)).toEqual(['1', null]);
    for (const body of [undefined, null, 'x', 5, ['x']]) expect(() => readInputs(body)).toThrow('no JSON object');
    expect(() => readInputs(Array.from({ length: 1001 }, () => ({})))).toThrow('more than 1000');
  });
});

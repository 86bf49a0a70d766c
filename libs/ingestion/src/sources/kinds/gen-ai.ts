import { readOtlp } from '../otlp/read-otlp.js';
import { picked, tokenRules } from './preset-rules.js';
import type { SourceKind } from './source-kind.js';

/** The names of an attribute: the present one of the conventions, older ones, and those of Vercel's AI SDK. */
const either = (...names: string[]): string => names.join('|');

/** Spans of calls to language models, with the attributes of OpenTelemetry's conventions for generative AI. */
export const genAi: SourceKind = {
  door: 'otlp',
  readInputs: readOtlp,
  presetRules: tokenRules({
    tokens: {
      input: either('gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'),
      output: either('gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'),
      cached: either(
        'gen_ai.usage.cache_read.input_tokens',
        'gen_ai.usage.cache_read_input_tokens',
        'gen_ai.usage.cached_tokens',
        'ai.usage.cachedInputTokens',
      ),
      reasoning: either(
        'gen_ai.usage.reasoning.output_tokens',
        'gen_ai.usage.reasoning_tokens',
        'ai.usage.reasoningTokens',
        'ai.usage.outputTokenDetails.reasoningTokens',
      ),
    },
    // Spans of agents and of whole chains repeat the sum of the calls within them.
    when: [
      { path: 'gen_ai.operation.name', operator: 'not_equals', value: 'invoke_agent' },
      { path: 'gen_ai.operation.name', operator: 'not_equals', value: 'invoke_workflow' },
    ],
    subscription: either(
      'external_subscription_id',
      'subscription.id',
      'ai.telemetry.metadata.external_subscription_id',
    ),
    timestamp: 'span.end_time|log.time',
    properties: [
      picked('model', 'gen_ai.response.model|gen_ai.request.model'),
      picked('provider', 'gen_ai.provider.name|gen_ai.system'),
      picked('conversation_id', 'gen_ai.conversation.id'),
    ],
  }),
};

import { readJsonRecords } from './json-records.js';
import { picked, tokenRules } from './preset-rules.js';
import type { SourceKind } from './source-kind.js';

/**
 * Answers of an AI gateway with `usage`, in the form that most gateways and model providers share, such as Vercel's
 * gateway. There the tokens of the prompt include the cached ones, and those of the answer its reasoning.
 */
export const aiGateway: SourceKind = {
  door: 'events',
  readInputs: (body) => readJsonRecords(body, 'id'),
  presetRules: tokenRules({
    tokens: {
      input: 'usage.prompt_tokens|usage.input_tokens',
      output: 'usage.completion_tokens|usage.output_tokens',
      cached: 'usage.prompt_tokens_details.cached_tokens|usage.input_tokens_details.cached_tokens',
      reasoning: 'usage.completion_tokens_details.reasoning_tokens|usage.output_tokens_details.reasoning_tokens',
    },
    when: [],
    subscription: 'external_subscription_id|metadata.external_subscription_id|user',
    timestamp: 'created|created_at',
    properties: [picked('model', 'model'), picked('provider', 'provider|provider_name')],
  }),
};

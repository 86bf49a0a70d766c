import { readJsonRecords } from './json-records.js';
import { picked, tokenRules } from './preset-rules.js';
import type { SourceKind } from './source-kind.js';

/**
 * Records of an AI gateway about its calls: answers with `usage`, as most gateways and model providers write them, or
 * generations with `tokens_prompt`, as Vercel's gateway answers them.
 */
export const aiGateway: SourceKind = {
  door: 'events',
  readInputs: (body) => readJsonRecords(body, 'data.id|id'),
  presetRules: tokenRules({
    tokens: {
      input: 'usage.prompt_tokens|data.native_tokens_prompt|data.tokens_prompt|native_tokens_prompt|tokens_prompt',
      output:
        'usage.completion_tokens|data.native_tokens_completion|data.tokens_completion|native_tokens_completion|tokens_completion',
      cached: 'usage.prompt_tokens_details.cached_tokens|data.native_tokens_cached|native_tokens_cached',
      reasoning:
        'usage.completion_tokens_details.reasoning_tokens|data.native_tokens_reasoning|native_tokens_reasoning',
    },
    when: [],
    subscription: 'external_subscription_id|metadata.external_subscription_id|user|data.external_user',
    timestamp: 'created|data.created_at|created_at',
    properties: [picked('model', 'model|data.model'), picked('provider', 'provider|provider_name|data.provider_name')],
  }),
};

import { readJsonRecords } from './json-records.js';
import { picked, tokenRules } from './preset-rules.js';
import type { SourceKind } from './source-kind.js';

/** LiteLLM's standard logging payload, as its callback `generic_api` sends it: one, or a list. */
export const litellm: SourceKind = {
  door: 'events',
  readInputs: (body) => readJsonRecords(body, 'id'),
  presetRules: tokenRules({
    tokens: {
      input: 'prompt_tokens',
      output: 'completion_tokens',
      cached:
        'metadata.usage_object.prompt_tokens_details.cached_tokens|response.usage.prompt_tokens_details.cached_tokens',
      reasoning:
        'metadata.usage_object.completion_tokens_details.reasoning_tokens|response.usage.completion_tokens_details.reasoning_tokens',
    },
    when: [
      { path: 'status', operator: 'not_equals', value: 'failure' },
      // The proxy answers such a call from its own cache.
      { path: 'cache_hit', operator: 'not_equals', value: 'true' },
    ],
    subscription:
      'end_user|metadata.user_api_key_end_user_id|metadata.user_api_key_team_id|metadata.user_api_key_user_id',
    timestamp: 'endTime',
    properties: [
      picked('model', 'model'),
      picked('provider', 'custom_llm_provider'),
      picked('response_cost', 'response_cost'),
    ],
  }),
};

import type { SourceCondition, SourceProperty, SourceRule } from '@tollgate/contracts';

/** The attribute at a path as it is. */
export const picked = (name: string, path: string): SourceProperty => ({
  name,
  path,
  value: null,
  subtract: [],
  factor: null,
  optional: true,
});

const aboveZero = (path: string): SourceCondition => ({ path, operator: 'greater_than', value: '0' });

/** The attributes with the numbers of tokens of a call to a language model. */
export interface TokenAttributes {
  /** Of the prompt, with the cached ones. */
  input: string;
  /** Of the answer, with those of its reasoning. */
  output: string;
  cached: string;
  reasoning: string;
}

/** The common parts of the rules for tokens. */
export interface TokenRules {
  tokens: TokenAttributes;
  when: SourceCondition[];
  subscription: string;
  timestamp: string;
  /** Picked for each event. */
  properties: SourceProperty[];
}

/**
 * Rules for calls of language models: an event for each kind of token, so that each has its own price. No token is in
 * two of them: cached tokens are subtracted from those of the prompt, and reasoning from those of the answer.
 */
export function tokenRules({ tokens, when, ...shared }: TokenRules): SourceRule[] {
  const rule = (
    code: string,
    path: string,
    { less, within = [] }: { less?: string; within?: string[] },
  ): SourceRule => ({
    code,
    code_path: null,
    // Without the number of which it is a part, a record repeats the sums of the calls within it.
    when: [...when, ...within.map(aboveZero), aboveZero(path)],
    subscription: shared.subscription,
    transaction_id: [],
    timestamp: shared.timestamp,
    properties: [
      { name: 'tokens', path, value: null, subtract: less === undefined ? [] : [less], factor: null, optional: false },
      ...shared.properties,
    ],
  });
  return [
    rule('llm_input_tokens', tokens.input, { less: tokens.cached }),
    rule('llm_cached_tokens', tokens.cached, { within: [tokens.input] }),
    rule('llm_output_tokens', tokens.output, { less: tokens.reasoning }),
    rule('llm_reasoning_tokens', tokens.reasoning, { within: [tokens.output] }),
  ];
}

import type { Properties } from '../../model/tables/charges.tables.js';

const groupKeys = ['pricing_group_keys', 'presentation_group_keys'] as const;

/** Replaces the group keys of properties by those of others, or removes them if the others have none. */
export function withGroupKeysOf(properties: Properties, others: Properties): Properties {
  const { pricing_group_keys: _pricing, presentation_group_keys: _presentation, ...rest } = properties;
  return {
    ...rest,
    ...Object.fromEntries(groupKeys.filter((key) => others[key] !== undefined).map((key) => [key, others[key]])),
  };
}

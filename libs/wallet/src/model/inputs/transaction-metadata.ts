import { isStorableText, type TransactionMetadata } from '@tollgate/contracts';

/** The maximum number of pairs on a transaction and on a top-up rule. */
export const mostPairs = { transaction: 15, rule: 5 } as const;
const longest = { key: 20, value: 100 } as const;

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Reads the metadata of a transaction (wallets, section 3.4). @returns the pairs, or an error code */
export function readTransactionMetadata(raw: unknown, most: number): TransactionMetadata | string {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) return isEmptyObject(raw) ? [] : 'invalid_type';
  if (raw.length > most) return 'too_many_keys';
  const pairs: TransactionMetadata = [];
  for (const item of raw as unknown[]) {
    const pair = readPair(item);
    if (typeof pair === 'string') return pair;
    pairs.push(pair);
  }
  return pairs;
}

const isEmptyObject = (raw: unknown): boolean => typeof raw === 'object' && Object.keys(raw as object).length === 0;

function readPair(item: unknown): TransactionMetadata[number] | string {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return 'invalid_key_value_pair';
  const { key, value, ...rest } = item as Record<string, unknown>;
  if (Object.keys(rest).length > 0) return 'invalid_key_value_pair';
  if (value !== null && typeof value === 'object') return 'nested_structure_not_allowed';
  if (!isScalar(key) || !isScalar(value)) return 'invalid_key_value_pair';
  const pair = { key: String(key), value: String(value) };
  if (!isStorableText(pair.key) || !isStorableText(pair.value)) return 'invalid_key_value_pair';
  if (pair.key.length > longest.key) return 'key_too_long';
  return pair.value.length > longest.value ? 'value_too_long' : pair;
}

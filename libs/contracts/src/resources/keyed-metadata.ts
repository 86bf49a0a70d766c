import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { record } from '../http/fields.js';

/** What callers note on a thing under keys of their own (catalog, section 9). */
export const KeyedMetadata = z.record(z.string(), z.string().nullable());
export type KeyedMetadata = z.infer<typeof KeyedMetadata>;

const most = { keys: 50, key: 100, value: 255 } as const;

/** Why an object cannot be metadata; null where it can. */
export function metadataFault(metadata: Record<string, unknown>): string | null {
  const entries = Object.entries(metadata);
  if (entries.length > most.keys) return `has more than ${most.keys} keys`;
  if (entries.some(([key]) => key.length > most.key)) return `has a key of more than ${most.key} characters`;
  const values = entries.map(([, value]) => value).filter((value) => value !== null);
  if (values.some((value) => typeof value !== 'string')) return 'is neither text nor null';
  return values.some((value) => (value as string).length > most.value)
    ? `has more than ${most.value} characters`
    : null;
}

/** A rule of bodies that carry metadata: a breach is told under `value` (catalog, section 9). */
export function judgeMetadata(
  { metadata }: { metadata?: Record<string, unknown> | undefined },
  add: (field: string, code: string) => void,
): void {
  const fault = metadata && metadataFault(metadata);
  if (fault) add('value', fault);
}

/** The body of calls that write metadata alone; without the key, or with null, nothing changes. */
export const KeyedMetadataInput = body({ metadata: record() }, judgeMetadata);
export type KeyedMetadataInput = BodyInput<typeof KeyedMetadataInput>;

/** The metadata of a thing as it is; null where it has none. */
export const keyedMetadataAnswer = { metadata: KeyedMetadata.nullable() };

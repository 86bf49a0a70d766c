import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { record } from '../http/fields.js';
import { expected, strictly } from '../http/strict.js';
import { described, texts } from '../http/texts.js';

/** Callers' metadata of a resource under their own keys (catalog, section 9). */
export const KeyedMetadata = described(
  z.record(z.string(), z.string().nullable()),
  "The organization's own entries by key",
);
export type KeyedMetadata = z.infer<typeof KeyedMetadata>;

const most = { keys: 50, key: 100, value: 255 } as const;

/** The reason why an object cannot be metadata; null if it can. */
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

/** A rule for bodies with metadata: it reports an error under `value` (catalog, section 9). */
export function judgeMetadata(
  { metadata }: { metadata?: Record<string, unknown> | undefined },
  add: (field: string, code: string) => void,
): void {
  const fault = metadata && metadataFault(metadata);
  if (fault) add('value', fault);
}

/** Metadata as part of a body; `judgeMetadata` validates it. */
export const metadataField = () => strictly(record(), KeyedMetadata);

/** The body of calls that only write metadata; without the key, or with null, nothing changes. */
export const KeyedMetadataInput = described(
  body({ metadata: described(expected(metadataField()), ...texts.metadata) }, judgeMetadata),
  'Metadata entries to write',
);
export type KeyedMetadataInput = BodyInput<typeof KeyedMetadataInput>;

/** The metadata of a resource; null without any. */
export const keyedMetadataAnswer = { metadata: described(KeyedMetadata.nullable(), ...texts.metadata) };

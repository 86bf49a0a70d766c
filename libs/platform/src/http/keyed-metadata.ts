import { KeyedMetadataInput, metadataFault, type KeyedMetadata, type RawInput } from '@tollgate/contracts';
import { readRawInput } from './raw-input.js';
import { NotFound, ValidationFailed } from '../errors/api-errors.js';

/** Metadata of a resource under the caller's own keys; null without any. */
export type Metadata = KeyedMetadata | null;

/** Reads the metadata of a body; undefined when it contains none. @throws ValidationFailed (catalog, section 9) */
export function readRawMetadata(rawMetadata: RawInput): KeyedMetadata | undefined {
  return readRawInput(KeyedMetadataInput, rawMetadata).metadata as KeyedMetadata | undefined;
}

/** Merges new metadata into the old, key by key; without input, the old. @throws ValidationFailed beyond a limit */
export function mergedMetadata(before: Metadata, rawMetadata: RawInput = {}): Metadata {
  if (Object.keys(rawMetadata).length === 0) return before;
  return checkedMetadata({ ...before, ...rawMetadata });
}

/** @throws ValidationFailed for invalid metadata */
export function checkedMetadata(metadata: Record<string, unknown>): KeyedMetadata {
  const fault = metadataFault(metadata);
  if (fault) throw new ValidationFailed({ value: [fault] });
  return metadata as KeyedMetadata;
}

/** Removes a key; a missing key changes nothing. @throws NotFound without any metadata */
export function metadataWithout(before: Metadata, key: string): KeyedMetadata {
  if (before === null) throw new NotFound('metadata');
  return Object.fromEntries(Object.entries(before).filter(([name]) => name !== key));
}

/** Metadata as the value of a JSON column. */
export const storedMetadata = (metadata: Metadata): string | null => metadata && JSON.stringify(metadata);

import { KeyedMetadataInput, metadataFault, readBody, type KeyedMetadata, type RawInput } from '@tollgate/contracts';
import { NotFound, ValidationFailed } from '../errors/api-errors.js';

/** What is noted on a thing under keys of the caller's own; null where nothing is. */
export type Metadata = KeyedMetadata | null;

/** The metadata that a body holds; undefined where it says nothing of them. @throws ValidationFailed (catalog, section 9) */
export function readRawMetadata(rawMetadata: RawInput): KeyedMetadata | undefined {
  const read = readBody(KeyedMetadataInput, rawMetadata);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.input.metadata as KeyedMetadata | undefined;
}

/** One over the other, key by key; with nothing given what there was. @throws ValidationFailed beyond a bound */
export function mergedMetadata(before: Metadata, rawMetadata: RawInput = {}): Metadata {
  if (Object.keys(rawMetadata).length === 0) return before;
  return checkedMetadata({ ...before, ...rawMetadata });
}

/** @throws ValidationFailed for what cannot be metadata */
export function checkedMetadata(metadata: Record<string, unknown>): KeyedMetadata {
  const fault = metadataFault(metadata);
  if (fault) throw new ValidationFailed({ value: [fault] });
  return metadata as KeyedMetadata;
}

/** What is left without a key; one that is not there changes nothing. @throws NotFound where nothing is noted */
export function metadataWithout(before: Metadata, key: string): KeyedMetadata {
  if (before === null) throw new NotFound('metadata');
  return Object.fromEntries(Object.entries(before).filter(([name]) => name !== key));
}

/** As a column of JSON takes it. */
export const storedMetadata = (metadata: Metadata): string | null => metadata && JSON.stringify(metadata);

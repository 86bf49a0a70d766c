import { readJsonRecords } from './json-records.js';
import type { SourceKind } from './source-kind.js';

/** Objects of any shape, from a topic of the organization's own: each message is an object, or a list of objects. */
export const kafka: SourceKind = {
  door: 'topic',
  readInputs: (body) => readJsonRecords(body, 'id'),
  presetRules: [],
};

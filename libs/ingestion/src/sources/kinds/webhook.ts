import { readJsonRecords } from './json-records.js';
import type { SourceKind } from './source-kind.js';

/** Objects of any shape. */
export const webhook: SourceKind = {
  door: 'events',
  readInputs: (body) => readJsonRecords(body, 'id'),
  presetRules: [],
};

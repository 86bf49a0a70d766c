import { readJsonRecords } from './json-records.js';
import type { SourceKind } from './source-kind.js';

/** CloudEvents as clients of OpenMeter send them: one, or a list. Their type is the code of the event. */
export const openmeter: SourceKind = {
  door: 'events',
  readInputs: (body) => readJsonRecords(body, 'id'),
  presetRules: [
    {
      code: 'cloud_event',
      code_path: 'type',
      when: [],
      subscription: 'subject',
      transaction_id: ['source', 'id'],
      timestamp: 'time',
      properties: [{ name: '*', path: 'data', value: null, subtract: [], factor: null, optional: true }],
    },
  ],
};

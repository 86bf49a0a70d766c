import { cloudEventRules } from './cloud-event-rules.js';
import { readJsonRecords } from './json-records.js';
import type { SourceKind } from './source-kind.js';

/** CloudEvents as clients of OpenMeter send them: one, or a list. Their type is the code of the event. */
export const openmeter: SourceKind = {
  door: 'events',
  readInputs: (body) => readJsonRecords(body, 'id'),
  presetRules: cloudEventRules,
};

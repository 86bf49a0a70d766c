import type { SourceRule } from '@tollgate/contracts';

/** The rule for CloudEvents: their type is the code of the event, and source and id identify them. */
export const cloudEventRules: readonly SourceRule[] = [
  {
    code: 'cloud_event',
    code_path: 'type',
    when: [],
    subscription: 'subject',
    transaction_id: ['source', 'id'],
    timestamp: 'time',
    properties: [{ name: '*', path: 'data', value: null, subtract: [], factor: null, optional: true }],
  },
];

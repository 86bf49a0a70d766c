import type { FieldTexts } from './field-text.js';

/** Fields and parameters of the feed of changes, and of lists by their time of update. */
export const changeFields: FieldTexts = {
  'Change.cursor': ['Place in the feed after this change, for `since`', 'NDEuOWYzYjFjMjA'],
  'Change.type': ['Kind of the object', 'invoice'],
  'Change.svc_id': ['Identifier of the object'],
  'Change.external_id': ['Identifier that the organization assigned; null for kinds without one', 'acme'],
  'Change.code': ['Code of the object; null for kinds without one', 'starter'],
  'Change.change': ['What happened to the object; several changes close together are one', 'updated'],
  'Change.at': ['When it happened, in real time'],
  'listChanges.next_cursor': [
    'Place in the feed after this answer, for `since`; store it with the data',
    'NDEuOWYzYjFjMjA',
  ],
  has_more: ['Whether the feed already goes on after this answer', false],
  limit: ['Most changes in the answer', 100],
  updated_since: ['Earliest update; an object that never changed counts by its creation'],
  updated_before: ['Instant before which the last update was; an object that never changed counts by its creation'],
};

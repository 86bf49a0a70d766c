import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { id, textList, timestamp } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryChoices, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, exampleId, shape, svcId, texts } from '../http/texts.js';
import { erasurePlaceNames, erasureSubjects, retainedReasons } from './erasure-places.js';

export const erasureStatuses = ['running', 'completed'] as const;
export const erasurePlaceStatuses = ['waiting', 'running', 'done'] as const;

/** A place that holds personal data, and what was erased there. */
export const ErasedPlace = shape('A place that holds personal data, and what was erased there', {
  place: described(z.enum(erasurePlaceNames), 'Where the data is'),
  status: described(z.enum(erasurePlaceStatuses), '`waiting` until the places before it are done'),
  rows: described(z.int(), 'Number of rows, or of events, that were blanked or deleted so far', 12),
  retained: described(z.int(), 'Number of rows that stay', 0),
  retained_reason: described(z.enum(retainedReasons).nullable(), 'Why they stay; null if none do'),
  completed_at: described(timestamp().nullable(), 'When the place was done; null before'),
});
export type ErasedPlace = z.infer<typeof ErasedPlace>;

/** The erasure of personal data, and afterwards its proof, which has no personal data (customers, section 17). */
export const Erasure = shape('The erasure of personal data, and its proof; it has no personal data', {
  svc_id: svcId(),
  subject_type: described(z.enum(erasureSubjects), 'Whose data are erased'),
  svc_customer_id: described(id().nullable(), 'Identifier of the customer; null for a member'),
  svc_member_id: described(id().nullable(), 'Identifier of the membership; null for a customer', exampleId),
  status: described(z.enum(erasureStatuses), '`completed` once every place is done'),
  personal_properties: described(
    z.array(z.string()),
    'Keys of event properties with personal data; their values are erased',
    'user_email',
  ),
  places: described(z.array(ErasedPlace), 'Places that hold personal data'),
  requested_by: described(
    z.object({
      api_key_id: described(id().nullable(), 'Key that requested it; null for a person', exampleId),
      user_id: described(id().nullable(), 'Person who requested it; null for a key', exampleId),
    }),
    'Key or person that requested it',
  ),
  created_at: createdAt(),
  completed_at: described(timestamp().nullable(), 'When the last place was done; null before'),
});
export type Erasure = z.infer<typeof Erasure>;

/** The most keys of event properties that one erasure names. */
const mostProperties = 50;

export const ErasureCreate = described(
  bodyOf(Erasure, { personal_properties: textList() }, ({ personal_properties: keys }, add) => {
    if (Array.isArray(keys) && keys.length > mostProperties) add('personal_properties', 'value_is_too_long');
  }),
  'The properties of events that are personal data',
);
export type ErasureCreate = BodyInput<typeof ErasureCreate>;

export const ErasureFilters = query({
  ...listParameters(['created_at']),
  statuses: described(queryChoices(erasureStatuses), 'States', 'running'),
  subject_types: described(queryChoices(erasureSubjects), 'Whose data are erased', 'customer'),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
});
export type ErasureFilters = QueryInput<typeof ErasureFilters>;

const shared = {
  service: 'webhook-delivery',
  permission: 'personal_data',
  memberPermission: 'customers:erase',
} as const;

export const erasureRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/customers/:external_id/erase',
    heavy: true,
    summary: 'Erase the personal data of a customer, of a deleted one too',
    wrapper: 'erasure',
    body: ErasureCreate,
    bodyOptional: true,
    answer: { erasure: Erasure },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/erasures',
    summary: 'List erasures of personal data, newest first',
    query: ErasureFilters,
    answer: { erasures: z.array(Erasure), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/erasures/:svc_id',
    summary: 'Read the progress of an erasure, and its proof',
    answer: { erasure: Erasure },
  }),
  eraseMember: route({
    service: 'identity',
    permission: 'personal_data',
    memberPermission: 'organization:members:delete',
    method: 'POST',
    path: '/members/:svc_id/erase',
    summary: 'Erase the personal data of a member, and end the membership',
    answer: { erasure: Erasure },
  }),
};

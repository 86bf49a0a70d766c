import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { id, textList, timestamp } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryChoices, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { erasurePlaceNames, erasureSubjects, keptReasons } from './erasure-places.js';

export const erasureStatuses = ['running', 'completed'] as const;
export const erasurePlaceStatuses = ['waiting', 'running', 'done'] as const;

/** A place that holds personal data, and what was erased there. */
export const ErasedPlace = z.object({
  place: z.enum(erasurePlaceNames),
  status: z.enum(erasurePlaceStatuses),
  rows: z.int(),
  kept: z.int(),
  kept_reason: z.enum(keptReasons).nullable(),
  completed_at: timestamp().nullable(),
});
export type ErasedPlace = z.infer<typeof ErasedPlace>;

/** The erasure of personal data, and afterwards its proof, which has no personal data (customers, section 17). */
export const Erasure = z.object({
  svc_id: id(),
  subject_type: z.enum(erasureSubjects),
  /** Null for a member. */
  svc_customer_id: id().nullable(),
  /** Null for a customer. */
  svc_member_id: id().nullable(),
  status: z.enum(erasureStatuses),
  personal_properties: z.array(z.string()),
  places: z.array(ErasedPlace),
  requested_by: z.object({
    api_key_id: id().nullable(),
    user_id: id().nullable(),
  }),
  created_at: timestamp(),
  completed_at: timestamp().nullable(),
});
export type Erasure = z.infer<typeof Erasure>;

/** The most keys of event properties that one erasure names. */
const mostProperties = 50;

export const ErasureCreate = body({ personal_properties: textList() }, ({ personal_properties: keys }, add) => {
  if (Array.isArray(keys) && keys.length > mostProperties) add('personal_properties', 'value_is_too_long');
});
export type ErasureCreate = BodyInput<typeof ErasureCreate>;

export const ErasureFilters = query({
  ...listParameters(['created_at']),
  statuses: queryChoices(erasureStatuses),
  subject_types: queryChoices(erasureSubjects),
  external_customer_id: queryText(),
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

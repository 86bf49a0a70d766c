import type { ServiceName } from '../services.js';

/** The kinds of subjects: a customer, or a person who is a member of the organization. */
export const erasureSubjects = ['customer', 'member'] as const;
export type ErasureSubject = (typeof erasureSubjects)[number];

interface PlaceDeclaration {
  of: ErasureSubject;
  service: ServiceName;
  /** A place is worked on once every place with a smaller number is done. */
  stage: 1 | 2 | 3;
}

/**
 * Every place that holds personal data of a customer or a member, with the service that erases it. The profile comes first, so that
 * nothing copies it any more. Logs come last, because the work of the others is logged too.
 */
export const erasurePlaces = {
  profile: { of: 'customer', service: 'subscription', stage: 1 },
  subscriptions: { of: 'customer', service: 'subscription', stage: 2 },
  messages: { of: 'customer', service: 'subscription', stage: 3 },
  wallets: { of: 'customer', service: 'wallet', stage: 2 },
  payment_methods: { of: 'customer', service: 'payment', stage: 2 },
  payments: { of: 'customer', service: 'payment', stage: 2 },
  provider_events: { of: 'customer', service: 'payment', stage: 2 },
  provider_copy: { of: 'customer', service: 'payment', stage: 3 },
  tax_reports: { of: 'customer', service: 'invoicing', stage: 2 },
  document_metadata: { of: 'customer', service: 'invoicing', stage: 2 },
  mails: { of: 'customer', service: 'document', stage: 2 },
  data_exports: { of: 'customer', service: 'document', stage: 2 },
  accounting_copy: { of: 'customer', service: 'invoicing', stage: 3 },
  provider_records: { of: 'customer', service: 'invoicing', stage: 3 },
  documents: { of: 'customer', service: 'document', stage: 2 },
  bulk_acts: { of: 'customer', service: 'identity', stage: 2 },
  events: { of: 'customer', service: 'ingestion', stage: 2 },
  webhooks: { of: 'customer', service: 'webhook-delivery', stage: 3 },
  activity_log: { of: 'customer', service: 'webhook-delivery', stage: 3 },
  api_log: { of: 'customer', service: 'identity', stage: 3 },
  account: { of: 'member', service: 'identity', stage: 1 },
  security_log: { of: 'member', service: 'identity', stage: 2 },
  member_calls: { of: 'member', service: 'identity', stage: 2 },
  member_activities: { of: 'member', service: 'webhook-delivery', stage: 2 },
} as const satisfies Record<string, PlaceDeclaration>;

export type ErasurePlace = keyof typeof erasurePlaces;
export const erasurePlaceNames = Object.keys(erasurePlaces) as [ErasurePlace, ...ErasurePlace[]];

/** The services with places of their own. */
export type ErasingService = (typeof erasurePlaces)[ErasurePlace]['service'];

/** Why rows of a place stay. */
export const retainedReasons = [
  'issued_documents',
  'linked_customer',
  'refused_by_provider',
  'other_memberships',
  'provider_records',
] as const;
export type RetainedReason = (typeof retainedReasons)[number];

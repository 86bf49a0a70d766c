import type { SchemaMigration } from '@tollgate/platform';

/** Mentions that the law of an issuer requires on its invoices: only the fields that a call has set. */
export const legalMentions: SchemaMigration = {
  name: '049_legal_mentions',
  sql: `alter table catalog.billing_entities add column legal_mentions jsonb not null default '{}'`,
};

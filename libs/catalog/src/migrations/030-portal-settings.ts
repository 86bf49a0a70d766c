import type { SchemaMigration } from '@tollgate/platform';

/** Settings of the customer portal of an issuer: only those that a call has set. */
export const portalSettingsOfIssuers: SchemaMigration = {
  name: '057_portal_settings',
  sql: `alter table catalog.billing_entities add column portal_settings jsonb not null default '{}'`,
};

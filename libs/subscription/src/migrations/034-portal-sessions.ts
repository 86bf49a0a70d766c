import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Sessions of customers in the portal, which calls list and revoke (customers, section 3.1). */
export const portalSessions: SchemaMigration = {
  name: '105_portal_sessions',
  sql: `
    create table subscription.portal_sessions (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      return_url text,
      flow text,
      sections text[] not null,
      locale text,
      -- By the clock of the organization, as all times of a session.
      expires_at timestamptz not null,
      revoked_at timestamptz,
      created_at timestamptz not null
    );
    create index portal_sessions_listed on subscription.portal_sessions (customer_id, created_at desc, id);
    ${protectTable('subscription', 'portal_sessions')}`,
};

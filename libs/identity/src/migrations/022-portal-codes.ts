import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The latest code of an address that signs in to the portals of an organization, by hashes of both. */
export const portalCodes: SchemaMigration = {
  name: '057_portal_codes',
  sql: `
    create table identity.portal_codes (
      organization_id uuid not null references identity.organizations,
      email_hash text not null,
      code_hash text not null,
      tries integer not null default 0,
      -- By the wall clock.
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (organization_id, email_hash)
    );
    create index portal_codes_expired on identity.portal_codes (expires_at);
    ${protectTable('identity', 'portal_codes')}`,
};

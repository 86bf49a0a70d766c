import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * A provider's login is a link beside an account. It waits here until its person confirms it, where the account is used
 * elsewhere. `proved_at` of credentials states when their holder proved to read mails of the address. Organizations store
 * since when sessions by a method count.
 */
export const linksOfProviders: SchemaMigration = {
  name: '016_links_of_providers',
  sql: `
    create table identity.open_id_links (
      organization_id uuid not null references identity.organizations,
      user_id uuid not null references identity.users,
      issuer text not null,
      subject text not null,
      -- Of the token in its latest mail; null before it is sent.
      token_hash text constraint open_id_links_token unique,
      expires_at timestamptz not null,
      primary key (organization_id, user_id)
    );
    create index open_id_links_expires_at on identity.open_id_links (expires_at);
    ${protectTable('identity', 'open_id_links')}

    alter table identity.organizations
      add column email_password_since timestamptz,
      add column open_id_since timestamptz;
    alter table identity.open_id_sign_ins add column is_by_mail boolean not null default false;
    alter table identity.memberships add column by_provider boolean not null default false;
    alter table identity.sessions add column is_proved boolean not null default true;
    alter table identity.credentials add column proved_at timestamptz;
    update identity.credentials credentials set proved_at = person.email_verified_at
    from identity.users person where person.id = credentials.id;`,
};

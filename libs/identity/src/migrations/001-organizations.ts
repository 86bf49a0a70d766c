import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const organizations: SchemaMigration = {
  name: '001_organizations',
  sql: `
    create table identity.organizations (
      id uuid primary key,
      name text not null,
      hmac_key text not null,
      document_number_prefix text not null,
      sandbox boolean not null,
      created_at timestamptz not null
    );
    ${protectTable('identity', 'organizations', 'id')}
    create table identity.api_keys (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      name text not null,
      value_hash text not null unique,
      last_four text not null,
      permissions jsonb,
      expires_at timestamptz,
      created_at timestamptz not null
    );
    create index api_keys_organization on identity.api_keys (organization_id);
    ${protectTable('identity', 'api_keys')}
    create table identity.test_clocks (
      organization_id uuid primary key references identity.organizations,
      frozen_time timestamptz not null,
      target_time timestamptz not null,
      status text not null default 'ready' check (status in ('ready', 'advancing')),
      lease_until timestamptz
    );
    ${protectTable('identity', 'test_clocks')}`,
};

import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The OpenID providers of organizations, the people they know, and sign-ins that have begun there. */
export const openId: SchemaMigration = {
  name: '008_open_id',
  sql: `
    create table identity.open_id_connections (
      id uuid primary key,
      organization_id uuid not null constraint open_id_connections_organization unique references identity.organizations,
      issuer text not null,
      client_id text not null,
      client_secret text not null,
      created_at timestamptz not null
    );
    ${protectTable('identity', 'open_id_connections')}

    create table identity.open_id_subjects (
      organization_id uuid not null references identity.organizations,
      issuer text not null,
      subject text not null,
      user_id uuid not null references identity.users,
      primary key (organization_id, issuer, subject)
    );
    ${protectTable('identity', 'open_id_subjects')}

    create table identity.open_id_sign_ins (
      state_hash text primary key,
      organization_id uuid not null references identity.organizations,
      code_challenge text not null,
      nonce text not null,
      invite_id uuid references identity.invites,
      expires_at timestamptz not null
    );
    create index open_id_sign_ins_expires_at on identity.open_id_sign_ins (expires_at);
    ${protectTable('identity', 'open_id_sign_ins')}`,
};

import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Changes that concern the security of an organization, written with the change itself or by its message. */
export const securityLogs: SchemaMigration = {
  name: '005_security_logs',
  sql: `
    create table identity.security_logs (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      log_type text not null,
      log_event text not null,
      api_key_id uuid,
      user_id uuid,
      user_email text,
      resources jsonb not null,
      device_info jsonb not null,
      logged_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index security_logs_in_order on identity.security_logs (organization_id, logged_at desc, id desc);
    create index security_logs_by_age on identity.security_logs (created_at);
    ${protectTable('identity', 'security_logs')}`,
};

import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Statements of account are sent by e-mail, on request and by schedule. A schedule has its next period and when that is
 * due: null while it is off. Its row without days is a new one, not stored yet.
 */
export const mailedStatements: SchemaMigration = {
  name: '016_mailed_statements',
  sql: `
    alter table document.mails drop constraint mails_kind_check;
    alter table document.mails add constraint mails_kind_check
      check (kind in ('invoice', 'credit_note', 'payment_receipt', 'payment_request', 'statement')) not valid;
    create table document.statements (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_code text not null,
      summary jsonb not null
    );
    ${protectTable('document', 'statements')}
    create table document.statement_schedules (
      customer_id uuid primary key,
      organization_id uuid not null,
      schedule text not null default 'off' check (schedule in ('off', 'monthly', 'quarterly')),
      from_date date,
      to_date date,
      next_at timestamptz
    );
    create index statement_schedules_due on document.statement_schedules (next_at) where next_at is not null;
    create index statement_schedules_next on document.statement_schedules (organization_id, next_at)
      where next_at is not null;
    ${protectTable('document', 'statement_schedules')}`,
};

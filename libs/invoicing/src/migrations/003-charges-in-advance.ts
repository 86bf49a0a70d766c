import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Fees of events, and the marks that prevent a second charge of an event or a renewal. */
export const chargesInAdvance: SchemaMigration = {
  name: '010_charges_in_advance',
  sql: `
    alter table invoicing.fees
      add column charges_from timestamptz,
      add column charges_to timestamptz,
      add column event_transaction_id text,
      add column deleted_at timestamptz;
    create index fees_list on invoicing.fees (organization_id, created_at, id) where deleted_at is null;
    create index fees_event on invoicing.fees (organization_id, event_transaction_id) where event_transaction_id is not null;
    create index fees_loose on invoicing.fees (subscription_id, succeeded_at)
      where invoice_id is null and payment_status = 'succeeded' and deleted_at is null;
    create table invoicing.advance_events (
      position bigint generated always as identity primary key,
      organization_id uuid not null,
      subscription_id uuid not null,
      charge_id uuid not null,
      charge_filter_id uuid,
      grouped_by jsonb not null,
      event_transaction_id text not null,
      event_at bigint not null,
      current_units numeric,
      max_units numeric,
      billed_units numeric not null
    );
    create unique index advance_events_once on invoicing.advance_events (subscription_id, charge_id, event_transaction_id);
    create index advance_events_latest on invoicing.advance_events (subscription_id, charge_id, event_at desc, position desc);
    ${protectTable('invoicing', 'advance_events')}
    create table invoicing.advance_renewals (
      organization_id uuid not null,
      subscription_id uuid not null,
      charge_id uuid not null,
      charges_from timestamptz not null,
      primary key (subscription_id, charge_id, charges_from)
    );
    ${protectTable('invoicing', 'advance_renewals')}`,
};

import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Monthly recurring revenue at the ends of months. `mrr_levels` has the amount of each customer at the end of the last
 * closed month, 0 for those that had one before. `mrr_movements` has what changed in each closed month.
 */
export const mrrMovements: SchemaMigration = {
  name: '096_mrr_movements',
  sql: `
    create table invoicing.mrr_progress (
      organization_id uuid primary key,
      -- The first day of the first month that is not closed.
      open_month date not null
    );
    ${protectTable('invoicing', 'mrr_progress')}
    create table invoicing.mrr_levels (
      organization_id uuid not null,
      customer_id uuid not null,
      currency text not null,
      amount_cents bigint not null,
      primary key (organization_id, customer_id, currency)
    );
    ${protectTable('invoicing', 'mrr_levels')}
    create table invoicing.mrr_movements (
      organization_id uuid not null,
      month date not null,
      currency text not null,
      new_amount_cents bigint not null,
      reactivation_amount_cents bigint not null,
      expansion_amount_cents bigint not null,
      contraction_amount_cents bigint not null,
      churn_amount_cents bigint not null,
      primary key (organization_id, month, currency)
    );
    ${protectTable('invoicing', 'mrr_movements')}`,
};

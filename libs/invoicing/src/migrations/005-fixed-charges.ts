import type { SchemaMigration } from '@tollgate/platform';

export const fixedCharges: SchemaMigration = {
  name: '021_fixed_charges',
  sql: `
    alter table invoicing.fees add column fixed_charge_id uuid;
    create index fees_fixed_charge on invoicing.fees (subscription_id, fixed_charge_id) where fixed_charge_id is not null;
    alter table invoicing.billing_periods add column run_id uuid;
    create unique index billing_periods_once_per_run on invoicing.billing_periods (run_id, subscription_id) where run_id is not null;`,
};

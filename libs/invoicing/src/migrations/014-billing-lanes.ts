import type { SchemaMigration } from '@tollgate/platform';

export const billingLanes: SchemaMigration = {
  name: '044_billing_lanes',
  sql: `
    alter table invoicing.billing_runs add column lane integer not null default 0;
    create index billing_runs_lane on invoicing.billing_runs (organization_id, lane, sequence)`,
};

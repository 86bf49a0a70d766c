import type { SchemaMigration } from '@tollgate/platform';

export const pricingUnits: SchemaMigration = {
  name: '034_pricing_units',
  sql: 'alter table invoicing.fees add column pricing_unit_details jsonb',
};

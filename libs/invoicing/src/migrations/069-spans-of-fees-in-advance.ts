import type { SchemaMigration } from '@tollgate/platform';

/** Fees in advance by the end of their span, for the deferred revenue (customers, section 12.5). */
export const spansOfFeesInAdvance: SchemaMigration = {
  name: '113_spans_of_fees_in_advance',
  sql: `
    create index if not exists fees_in_advance_by_span on invoicing.fees (organization_id, to_datetime)
      where pay_in_advance and fee_type in ('subscription', 'fixed_charge') and deleted_at is null`,
};

import { msg } from '@lingui/core/macro';
import type { Customer, CustomerSummary } from '../../api/records.js';
import { useRead } from '../../frame/membership.js';
import {
  amountsColumn,
  codeColumn,
  instantColumn,
  linkColumn,
  sortable,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';

/** A customer with its figures: undefined while they are on their way, null if they did not come. */
type Summed = Customer & { summary?: CustomerSummary | null | undefined };

/** Adds the figures of all shown customers, by one call. */
export function useSummaries(customers: readonly Summed[]): readonly Summed[] {
  const ids = customers.map(({ external_id: id }) => id);
  const { data, error } = useRead(
    { path: '/customer_summaries', query: { 'external_ids[]': ids } },
    { enabled: ids.length > 0 },
  );
  const byId = new Map(data?.customer_summaries.map((summary) => [summary.external_id, summary]));
  return customers.map((customer) => ({
    ...customer,
    summary: byId.get(customer.external_id) ?? (data || error ? null : undefined),
  }));
}

/** A part of the figures: null where the person may not see it. */
const partOf = <T,>(
  { summary }: Summed,
  part: (summary: CustomerSummary) => T | null | undefined,
): T | null | undefined => (summary ? (part(summary) ?? null) : summary);

export const customerListColumns: readonly Column<Summed>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'customer', (row) => row.external_id, nameOf),
  ),
  wide(
    sortable(
      'external_id',
      codeColumn(msg`External id`, (row) => row.external_id),
    ),
  ),
  wide(textColumn(msg`E-mail`, (row) => row.email)),
  wide(textColumn(msg`Country`, (row) => row.country)),
  wide(unitsColumn(msg`Subscriptions`, (row) => partOf(row, ({ subscriptions }) => subscriptions?.active_count))),
  amountsColumn(msg`MRR`, (row) => partOf(row, ({ subscriptions }) => subscriptions?.mrr)),
  wide(amountsColumn(msg`Open`, (row) => partOf(row, ({ invoices }) => invoices?.open))),
  amountsColumn(msg`Overdue`, (row) => partOf(row, ({ invoices }) => invoices?.overdue)),
  wide(
    sortable(
      'created_at',
      instantColumn(
        msg`Created`,
        (row) => row.created_at,
        (row) => row.applicable_timezone,
        'days',
      ),
    ),
  ),
];

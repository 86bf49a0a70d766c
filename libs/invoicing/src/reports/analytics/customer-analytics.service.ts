import { Injectable } from '@nestjs/common';
import type {
  AgeingFilters,
  CustomerAgeing,
  CustomerMrr,
  CustomerMrrFilters,
  Meta,
  NamedCustomer,
} from '@tollgate/contracts';
import { findDefaultBillingEntity } from '@tollgate/catalog/reader';
import { Clock, type Rights, type TenantTransaction } from '@tollgate/platform';
import { centsNumber, monthToDate } from '@tollgate/rating';
import { withCustomers } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { readAgeing, readCustomerMrr, type AgeingRow, type CustomerMrrRow } from './customer-analytics.repository.js';

/** Open amounts and recurring revenue by customer: the rows of the figures of a month (customers, section 12.3). */
@Injectable()
export class CustomerAnalytics {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  async ageing(
    organizationId: string,
    { currency, ...page }: AgeingFilters,
    may: Rights,
  ): Promise<{ ageing: CustomerAgeing[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const { running } = monthToDate(now, await timezoneOf(transaction));
      const { rows, meta } = await readAgeing(transaction, running.lastDay, { ...page, currency: upper(currency) });
      return { ageing: await named(transaction, rows, may, presentAgeing), meta };
    });
  }

  async mrr(
    organizationId: string,
    { currency, movement, since, ...page }: CustomerMrrFilters,
    may: Rights,
  ): Promise<{ customer_mrrs: CustomerMrr[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const before = since ?? new Date(monthToDate(now, await timezoneOf(transaction)).previous.end);
      const found = await readCustomerMrr(
        transaction,
        { before, now: new Date(now) },
        { ...page, currency: upper(currency), movement: movement ?? null },
      );
      return { customer_mrrs: await named(transaction, found.rows, may, presentMrr), meta: found.meta };
    });
  }
}

const upper = (currency: string | undefined): string | null => currency?.toUpperCase() ?? null;

const timezoneOf = async (transaction: TenantTransaction): Promise<string> =>
  (await findDefaultBillingEntity(transaction))?.timezone ?? 'UTC';

/** Adds the customers to rows, where the caller may read customers. */
async function named<Row extends { customer_id: string }, Shown>(
  transaction: TenantTransaction,
  rows: Row[],
  may: Rights,
  present: (row: Row) => Shown,
): Promise<(Shown & { customer: NamedCustomer | null })[]> {
  const expanded = await withCustomers(transaction, rows, (row) => row.customer_id, { expand: 'customer', may });
  return expanded.map((row) => ({ customer: row.customer ?? null, ...present(row) }));
}

const presentAgeing = (row: AgeingRow): Omit<CustomerAgeing, 'customer'> => ({
  currency: row.currency,
  amount_cents: centsNumber(row.due),
  not_due_amount_cents: centsNumber(row.not_due),
  days_1_30_amount_cents: centsNumber(row.days_1_30),
  days_31_60_amount_cents: centsNumber(row.days_31_60),
  days_61_90_amount_cents: centsNumber(row.days_61_90),
  days_over_90_amount_cents: centsNumber(row.days_over_90),
  invoices_count: row.invoices,
});

const presentMrr = (row: CustomerMrrRow): Omit<CustomerMrr, 'customer'> => ({
  currency: row.currency,
  amount_cents: centsNumber(row.amount),
  previous_amount_cents: centsNumber(row.former),
  change_amount_cents: centsNumber(row.amount - row.former),
  movement: row.movement,
});

import { Injectable } from '@nestjs/common';
import type {
  AgeingFilters,
  CustomerAgeing,
  CustomerMrr,
  CustomerMrrFilters,
  DeferredRevenue,
  DeferredRevenueFilters,
  Meta,
  NamedCustomer,
} from '@tollgate/contracts';
import { findDefaultBillingEntity } from '@tollgate/catalog/reader';
import { Clock, type Rights, type TenantTransaction } from '@tollgate/platform';
import { addDays, centsNumber, formatDate, monthToDate, parseDate, startOfDate } from '@tollgate/rating';
import { withCustomers } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { readAgeing, readCustomerMrr, type AgeingRow, type CustomerMrrRow } from './customer-analytics.repository.js';
import { readDeferredRevenue, type DeferredRevenueRow } from './deferred-revenue.repository.js';

/** Open amounts, recurring and deferred revenue by customer (customers, sections 12.3 and 12.5). */
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

  /** Revenue that was invoiced for the time after a day; by default after the previous month. */
  async deferred(
    organizationId: string,
    { currency, day, ...page }: DeferredRevenueFilters,
    may: Rights,
  ): Promise<{ day: string; deferred_revenues: DeferredRevenue[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const timezone = await timezoneOf(transaction);
      const reported = day ?? lastDayOfPreviousMonth(monthToDate(now, timezone).running.firstDay);
      const end = new Date(startOfDate(addDays(parseDate(reported), 1), timezone));
      const found = await readDeferredRevenue(
        transaction,
        { day: reported, end },
        { ...page, currency: upper(currency) },
      );
      const rows = await named(transaction, found.rows, may, presentDeferred);
      return { day: reported, deferred_revenues: rows, meta: found.meta };
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

const lastDayOfPreviousMonth = (firstDay: string): string => formatDate(addDays(parseDate(firstDay), -1));

const presentDeferred = (row: DeferredRevenueRow): Omit<DeferredRevenue, 'customer'> => ({
  currency: row.currency,
  amount_cents: centsNumber(row.deferred),
  invoiced_amount_cents: centsNumber(row.invoiced),
  fees_count: row.fees,
  to_datetime: row.until.toISOString(),
});

const presentMrr = (row: CustomerMrrRow): Omit<CustomerMrr, 'customer'> => ({
  currency: row.currency,
  amount_cents: centsNumber(row.amount),
  previous_amount_cents: centsNumber(row.former),
  change_amount_cents: centsNumber(row.amount - row.former),
  movement: row.movement,
});

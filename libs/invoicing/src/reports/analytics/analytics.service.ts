import { Injectable } from '@nestjs/common';
import type {
  AnalyticsFilters,
  CustomerAnalyticsFilters,
  GrossRevenueFilters,
  GrossRevenue,
  InvoiceCollection,
  InvoicedUsage,
  Mrr,
  OverdueBalance,
} from '@tollgate/contracts';
import { findBillingEntity } from '@tollgate/catalog/reader';
import { readOrganization } from '@tollgate/identity/reader';
import { Clock, type TenantTransaction, type Instant } from '@tollgate/platform';
import { findCustomerView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import type { AnalyticsFigure } from '../../model/figures/analytics.tables.js';
import { readFigures, type Figure, type FiguresRequest } from './analytics-figures.repository.js';
import { collections, grossRevenues, invoicedUsages, mrrs, overdueBalances } from './analytics.presenter.js';
import { monthsBefore, monthsOf, type Months } from './months.rules.js';
import { readOverdue } from './overdue.repository.js';
import { readRevenueTaxes } from './revenue-taxes.repository.js';

/** Fees reach at most a year and a day or two into the next month. */
const longestReach = 13;

/** The requested months and filters. */
interface Question extends Omit<FiguresRequest, 'kinds'> {
  months: Months;
}

/** Figures over all invoices, from totals that follow every change of an invoice (customers, section 12). */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  async grossRevenue(organizationId: string, filters: GrossRevenueFilters): Promise<GrossRevenue[]> {
    return this.compute(organizationId, filters, async (transaction, question) =>
      grossRevenues(
        await figures(transaction, question, ['invoices', 'refunds', 'loose_fees']),
        filters.net ? await readRevenueTaxes(transaction, question) : null,
      ),
    );
  }

  async invoiceCollection(organizationId: string, filters: AnalyticsFilters): Promise<InvoiceCollection[]> {
    return this.compute(organizationId, filters, async (transaction, question) =>
      collections(await figures(transaction, question, ['invoices']), rowsOfNothing(question)),
    );
  }

  async invoicedUsage(organizationId: string, filters: AnalyticsFilters): Promise<InvoicedUsage[]> {
    return this.compute(organizationId, filters, async (transaction, question) =>
      invoicedUsages(await figures(transaction, question, ['usage'])),
    );
  }

  async mrr(organizationId: string, filters: AnalyticsFilters): Promise<Mrr[]> {
    return this.compute(organizationId, filters, async (transaction, question) => {
      const reaching = { ...question, from: monthsBefore(question.from, longestReach) };
      const fees = await figures(transaction, reaching, ['subscription_fees']);
      return mrrs(fees, question.months.names, rowsOfNothing(question));
    });
  }

  async overdueBalance(organizationId: string, filters: CustomerAnalyticsFilters): Promise<OverdueBalance[]> {
    return this.compute(organizationId, filters, async (transaction, question) =>
      overdueBalances(await readOverdue(transaction, question)),
    );
  }

  private async compute<T>(
    organizationId: string,
    filters: CustomerAnalyticsFilters,
    answer: (transaction: TenantTransaction, question: Question) => Promise<T>,
  ): Promise<T> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) =>
      answer(transaction, await questionOf(transaction, filters, now)),
    );
  }
}

const figures = (transaction: TenantTransaction, question: Question, kinds: AnalyticsFigure[]): Promise<Figure[]> =>
  readFigures(transaction, { ...question, kinds });

/** Reports months without figures, except for a filter by currency, which they do not have. */
const rowsOfNothing = ({ currency, months }: Question): string[] => (currency === null ? months.names : []);

async function questionOf(
  transaction: TenantTransaction,
  filters: CustomerAnalyticsFilters,
  now: Instant,
): Promise<Question> {
  const { createdAt } = await readOrganization(transaction);
  const months = monthsOf(createdAt.getTime(), now, filters.months);
  const { billing_entity_code: code, external_customer_id: customer } = filters;
  return {
    months,
    from: months.from,
    to: months.to,
    currency: filters.currency?.toUpperCase() ?? null,
    billingEntityId: code === undefined ? null : ((await findBillingEntity(transaction, code))?.id ?? null),
    customerIds: customer === undefined ? null : await liveCustomer(transaction, customer),
  };
}

async function liveCustomer(transaction: TenantTransaction, externalId: string): Promise<string[]> {
  const customer = await findCustomerView(transaction, externalId);
  return customer ? [customer.id] : [];
}

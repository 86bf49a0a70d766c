import { visibleInvoiceStatuses } from '@tollgate/contracts';
import { paginate, type Page, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';

/** Lists billed usage periods of subscriptions, newest first (metering, section 7.2). */
export async function listBilledPeriods(transaction: TenantTransaction, subscriptionIds: string[], page: Page) {
  return paginate(
    tables(transaction)
      .selectFrom('invoicing.billing_periods as period')
      .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'period.invoice_id')
      .select(['period.subscription_id', 'period.charges_from', 'period.charges_to'])
      .select(['invoice.id as invoice_id', 'invoice.issuing_date', 'invoice.currency', 'invoice.fees_amount_cents'])
      .where('period.organization_id', '=', transaction.organizationId)
      .where('period.subscription_id', 'in', subscriptionIds)
      .where('period.charges_from', 'is not', null)
      .where('invoice.status', 'in', visibleInvoiceStatuses)
      .orderBy('period.charges_from', 'desc')
      .orderBy('period.billed_at', 'desc')
      .orderBy('period.id'),
    page,
  );
}

export type BilledPeriodRow = Awaited<ReturnType<typeof listBilledPeriods>>['rows'][number];

import { Injectable } from '@nestjs/common';
import {
  creditNoteRoutes,
  creditStatuses,
  invoiceRoutes,
  subscriptionRoutes,
  subscriptionStatuses,
  visibleInvoiceStatuses,
  walletRoutes,
  type CustomerOverview,
  type CustomerSummary,
  type PortalBalance,
} from '@tollgate/contracts';
import { readPlans } from '@tollgate/catalog/reader';
import { groupBy, NotFound, type Rights, type TenantTransaction } from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { countSubscriptions, readNamedCustomers, type NamedCustomer } from '@tollgate/subscription/reader';
import { readWalletFigures } from '@tollgate/wallet/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { countInvoices, readDueFigures, readLatestInvoices, readNoteFigures } from './due-amounts.repository.js';
import {
  presentInvoiceFigures,
  presentInvoiceSummary,
  presentSubscriptionFigures,
  presentWalletFigures,
} from './summary.presenter.js';

const recentInvoices = 5;

/** Sums up customers: one statement for each column, whatever their number. */
@Injectable()
export class CustomerSummariesService {
  constructor(private readonly database: InvoicingDatabase) {}

  /** @returns live customers in the order of their first mention; unknown ones are left out */
  async list(organizationId: string, externalIds: string[], may: Rights): Promise<CustomerSummary[]> {
    const requested = [...new Set(externalIds)];
    if (requested.length === 0) return [];
    return this.database.tenant(organizationId, async (transaction) => {
      const customers = await readNamedCustomers(transaction, requested);
      const byExternalId = new Map(customers.map((customer) => [customer.external_id, customer]));
      return summariesOf(
        transaction,
        requested.flatMap((externalId) => byExternalId.get(externalId) ?? []),
        may,
      );
    });
  }

  /** @throws NotFound */
  async overview(organizationId: string, externalId: string, may: Rights): Promise<CustomerOverview> {
    return this.database.tenant(organizationId, async (transaction) => {
      const [customer] = await readNamedCustomers(transaction, [externalId]);
      if (!customer) throw new NotFound('customer');
      const [summary] = await summariesOf(transaction, [customer], may);
      const seesInvoices = may(invoiceRoutes.list);
      return {
        ...(summary as CustomerSummary),
        subscriptions_by_status: may(subscriptionRoutes.list)
          ? await subscriptionsByStatus(transaction, customer)
          : null,
        invoices_by_status: seesInvoices
          ? countsOf(visibleInvoiceStatuses, await countInvoices(transaction, customer.id))
          : null,
        credit_notes: may(creditNoteRoutes.list) ? await creditNotesOf(transaction, customer) : null,
        recent_invoices: seesInvoices
          ? (await readLatestInvoices(transaction, [customer.id], recentInvoices)).map(presentInvoiceSummary)
          : null,
      };
    });
  }

  /** Adds up the amounts due of a customer by currency, those of overdue invoices apart. */
  async balanceOf(organizationId: string, customerId: string): Promise<PortalBalance> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { open, overdue } = presentInvoiceFigures(await readDueFigures(transaction, [customerId]), undefined);
      return { open, overdue };
    });
  }
}

async function summariesOf(
  transaction: TenantTransaction,
  customers: NamedCustomer[],
  may: Rights,
): Promise<CustomerSummary[]> {
  const ids = customers.map(({ id }) => id);
  const subscriptions = may(subscriptionRoutes.list) ? await subscriptionFiguresOf(transaction, ids) : null;
  const invoices = may(invoiceRoutes.list) ? await invoiceFiguresOf(transaction, ids) : null;
  const wallets = may(walletRoutes.list)
    ? groupBy(await readWalletFigures(transaction, ids), (figures) => figures.customer_id)
    : null;
  return customers.map(({ id, external_id, name }) => ({
    svc_id: id,
    external_id,
    name,
    subscriptions: subscriptions && subscriptions(id),
    invoices: invoices && invoices(id),
    wallets: wallets && presentWalletFigures(wallets.get(id) ?? []),
  }));
}

async function subscriptionFiguresOf(transaction: TenantTransaction, customerIds: string[]) {
  const counted = await countSubscriptions(transaction, customerIds);
  const active = counted.filter(({ status }) => status === 'active');
  const plans = await readPlans(
    transaction,
    active.map(({ plan_id: id }) => id),
  );
  const byCustomer = groupBy(active, (one) => one.customer_id);
  return (id: string) => presentSubscriptionFigures(byCustomer.get(id) ?? [], plans);
}

async function invoiceFiguresOf(transaction: TenantTransaction, customerIds: string[]) {
  const due = groupBy(await readDueFigures(transaction, customerIds), (figures) => figures.customer_id);
  const latest = await readLatestInvoices(transaction, customerIds, 1);
  const lastOf = new Map(latest.map((invoice) => [invoice.customer_id, invoice]));
  return (id: string) => presentInvoiceFigures(due.get(id) ?? [], lastOf.get(id));
}

async function subscriptionsByStatus(transaction: TenantTransaction, { id }: NamedCustomer) {
  const counts = new Map<string, number>();
  for (const { status, count } of await countSubscriptions(transaction, [id]))
    counts.set(status, (counts.get(status) ?? 0) + Number(count));
  return countsOf(subscriptionStatuses, counts);
}

async function creditNotesOf(transaction: TenantTransaction, { id }: NamedCustomer) {
  const figures = await readNoteFigures(transaction, id);
  const counts = new Map<string, number>();
  for (const { credit_status: status, count } of figures)
    if (status !== null) counts.set(status, (counts.get(status) ?? 0) + Number(count));
  return {
    by_credit_status: countsOf(creditStatuses, counts),
    available: figures
      .filter(({ credit_status: status }) => status === 'available')
      .map(({ currency, balance_cents: cents }) => ({ currency, amount_cents: centsNumber(cents) })),
  };
}

/** Counts of all states, those that no object has too. */
const countsOf = <State extends string>(states: readonly State[], counts: Map<string, number>) =>
  Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])) as Record<State, number>;

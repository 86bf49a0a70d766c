import { Injectable } from '@nestjs/common';
import {
  billableMetricRoutes,
  couponRoutes,
  creditNoteRoutes,
  customerRoutes,
  eventRoutes,
  invoiceRoutes,
  mostFound,
  paymentRoutes,
  planRoutes,
  subscriptionRoutes,
  walletRoutes,
  type Route,
  type SearchedType,
  type SearchResult,
} from '@tollgate/contracts';
import { searchCoupons, searchMetrics, searchPlans } from '@tollgate/catalog/reader';
import { EventSearch } from '@tollgate/ingestion/reader';
import { Unavailable, type Matches, type Rights, type TenantTransaction } from '@tollgate/platform';
import { readExternalIds, searchCustomers, searchSubscriptions } from '@tollgate/subscription/reader';
import { searchWallets } from '@tollgate/wallet/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { searchCreditNotes, searchInvoices, searchPayments } from './searched-documents.repository.js';

/** An object as the search of its kind reads it. */
interface Found {
  id: string;
  customer_id?: string;
  external_id?: string;
  code?: string;
  name?: string | null;
  status?: string | null;
}
type Search = (transaction: TenantTransaction, search: { term: string; most: number }) => Promise<Matches<Found>>;

/** The kinds in PostgreSQL: the search of each, and the call that lists them, whose permission it needs. */
const kinds: [type: SearchedType, list: Route, search: Search][] = [
  ['customer', customerRoutes.list, searchCustomers],
  ['subscription', subscriptionRoutes.list, searchSubscriptions],
  ['invoice', invoiceRoutes.list, searchInvoices],
  ['credit_note', creditNoteRoutes.list, searchCreditNotes],
  ['payment', paymentRoutes.list, searchPayments],
  ['wallet', walletRoutes.list, searchWallets],
  ['plan', planRoutes.list, searchPlans],
  ['billable_metric', billableMetricRoutes.list, searchMetrics],
  ['coupon', couponRoutes.list, searchCoupons],
];

/** After this time no search of another kind begins. */
const longestMs = 1_500;

type FoundObject = Found & { type: SearchedType; exact: boolean };

/** Finds objects of every kind that the caller may view. */
@Injectable()
export class SearchService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly events: EventSearch,
  ) {}

  /** Searches one kind after the other, so that a search holds one connection at a time. */
  async search(
    organizationId: string,
    term: string,
    may: Rights,
  ): Promise<{ results: SearchResult[]; complete: boolean }> {
    const end = Date.now() + longestMs;
    const found: FoundObject[] = [];
    let complete = true;
    for (const [type, , searchKind] of kinds.filter(([, list]) => may(list))) {
      if (Date.now() > end) {
        complete = false;
        break;
      }
      const matches = await this.database.tenant(organizationId, (transaction) =>
        searchKind(transaction, { term, most: mostFound }),
      );
      complete &&= matches.complete;
      found.push(...matches.rows.map((row) => ({ ...row, type })));
    }
    const events = may(eventRoutes.list) ? await this.eventsWith(organizationId, term) : [];
    if (events) found.push(...events);
    const results = await this.database.tenant(organizationId, (transaction) => present(transaction, found));
    return { results, complete: complete && events !== null };
  }

  /** @returns null while the usage store does not answer */
  private async eventsWith(organizationId: string, term: string): Promise<FoundObject[] | null> {
    try {
      const events = await this.events.withTransactionId(organizationId, term, mostFound);
      return events.map(({ id, transaction_id: code, code: name }) => ({ id, code, name, type: 'event', exact: true }));
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  }
}

async function present(transaction: TenantTransaction, found: FoundObject[]): Promise<SearchResult[]> {
  const customerIds = found.flatMap(({ customer_id: id }) => id ?? []);
  const externalIds =
    customerIds.length > 0 ? await readExternalIds(transaction, customerIds) : new Map<string, string>();
  return found.map(({ type, id, code, external_id: externalId, name, status, customer_id: customerId, exact }) => ({
    type,
    svc_id: id,
    code: externalId ?? code ?? id,
    name: name ?? null,
    status: status ?? null,
    external_customer_id: (customerId === undefined ? null : externalIds.get(customerId)) ?? null,
    exact,
  }));
}

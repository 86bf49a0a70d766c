import { queryOptions, type QueryClient } from '@tanstack/react-query';
import createClient from 'openapi-fetch';
import { answerOf } from '../api/client.js';
import type { components, paths } from '../api/schema.js';
import { base } from '../base.js';
import { sendWithToken } from './token.js';

type Schemas = components['schemas'];
export type Customer = Schemas['PortalCustomer'];
export type CustomerChange = Schemas['PortalCustomerUpdate'];
export type Issuer = Schemas['PortalIssuer'];
export type PortalSettings = Issuer['portal_settings'];
export type PortalField = PortalSettings['editable_fields'][number];
export type Invoice = Schemas['PortalInvoice'];
export type SingleInvoice = Schemas['SinglePortalInvoice'];
export type Fee = Schemas['PortalFee'];
export type FeeExplanation = Schemas['PortalFeeExplanation'];
export type InvoiceExplanation = Schemas['PortalInvoiceExplanation'];
export type CreditNote = Schemas['PortalCreditNote'];
export type PaymentReceipt = Schemas['PortalPaymentReceipt'];
export type Subscription = Schemas['PortalSubscription'];
export type Plan = Schemas['PortalPlan'];
export type Preview = Schemas['PortalPreview'];
export type PreviewInput = { plan_code: string } | { end: PortalSettings['subscription_ends'][number] };
export type SignIn = Schemas['PortalSignIn'];
export type Usage = Schemas['PortalUsage'];
export type UsageStep = Schemas['UsageStep'];
export type UsageAlert = Schemas['PortalAlert'];
export type AlertInput = Schemas['PortalAlertCreate'];
export type Wallet = Schemas['PortalWallet'];
export type WalletBalance = Schemas['WalletBalance'];
export type PaymentMethod = Schemas['PortalPaymentMethod'];
export type MadePayment = Schemas['PortalMadePayment'];
export type Access = Schemas['PortalAccess'];
export type Person = Schemas['PortalPerson'];
export type Section = Access['sections'][number];

/** The calls of the portal. The header requests the names that fields have in every installation. */
export const portal = createClient<paths>({
  baseUrl: `${base}/api/v1`,
  headers: { 'X-Tollgate-Console': 'portal' },
  fetch: sendWithToken,
});

const readAgainMs = 8_000;

export const customerQuery = queryOptions({
  queryKey: ['customer'],
  queryFn: ({ signal }) => answerOf(portal.GET('/portal/customer', { signal })),
  staleTime: 60_000,
  // A session that is revoked closes its open pages within ten seconds.
  refetchInterval: readAgainMs,
});

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: ({ signal }) => answerOf(portal.GET('/portal/overdue_balance', { signal })),
  // A payment on the page of a provider may be known only after the way back.
  refetchInterval: ({ state: { data } }) => ((data?.overdue_balance.open.length ?? 0) > 0 ? readAgainMs : false),
});

const perPage = 20;

/** The invoices that a customer looks for. */
export interface InvoiceSearch {
  term: string;
  /** Its filter: all, due, overdue, paid or voided ones. */
  kind: 'all' | 'open' | 'overdue' | 'paid' | 'voided';
  page: number;
}

type InvoiceFilters = NonNullable<paths['/portal/invoices']['get']['parameters']['query']>;
const filtersOf: Record<InvoiceSearch['kind'], InvoiceFilters> = {
  all: {},
  open: { status: 'finalized', 'payment_statuses[]': ['pending', 'failed'] },
  overdue: { status: 'finalized', payment_overdue: true },
  paid: { status: 'finalized', 'payment_statuses[]': ['succeeded'] },
  voided: { status: 'voided' },
};

export const invoicesQuery = ({ term, kind, page }: InvoiceSearch) =>
  queryOptions({
    queryKey: ['invoices', term, kind, page],
    queryFn: ({ signal }) => {
      const searched = term.trim() === '' ? {} : { search_term: term.trim() };
      const query = { ...filtersOf[kind], ...searched, page, per_page: perPage };
      return answerOf(portal.GET('/portal/invoices', { params: { query }, signal }));
    },
  });

export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoice', id],
    queryFn: ({ signal }) =>
      answerOf(portal.GET('/portal/invoices/{svc_id}', { params: { path: { svc_id: id } }, signal })),
  });

/** How an invoice came from its lines to its total. */
export const totalStoryQuery = (invoice: string) =>
  queryOptions({
    queryKey: ['total story', invoice],
    queryFn: ({ signal }) =>
      answerOf(portal.GET('/portal/invoices/{svc_id}/explanation', { params: { path: { svc_id: invoice } }, signal })),
  });

/** How a line came to its amount. */
export const lineStoryQuery = (fee: string) =>
  queryOptions({
    queryKey: ['line story', fee],
    queryFn: ({ signal }) =>
      answerOf(portal.GET('/portal/fees/{svc_id}/explanation', { params: { path: { svc_id: fee } }, signal })),
  });

/** A page of the customer's documents: all of a kind, or those of an invoice. */
export interface DocumentSearch {
  page: number;
  invoice?: string | undefined;
}

const documentFilters = ({ page, invoice }: DocumentSearch) => ({
  query: { page, per_page: perPage, ...(invoice === undefined ? {} : { invoice_id: invoice }) },
});

export const notesQuery = (search: DocumentSearch) =>
  queryOptions({
    queryKey: ['credit notes', search.invoice, search.page],
    queryFn: ({ signal }) => answerOf(portal.GET('/portal/credit_notes', { params: documentFilters(search), signal })),
  });

export const receiptsQuery = (search: DocumentSearch) =>
  queryOptions({
    queryKey: ['payment receipts', search.invoice, search.page],
    queryFn: ({ signal }) =>
      answerOf(portal.GET('/portal/payment_receipts', { params: documentFilters(search), signal })),
  });

export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }) =>
    answerOf(portal.GET('/portal/subscriptions', { params: { query: { 'status[]': ['active', 'pending'] } }, signal })),
});

export const usageQuery = (subscription: string) =>
  queryOptions({
    queryKey: ['usage', subscription],
    queryFn: ({ signal }) =>
      answerOf(portal.GET('/portal/usage', { params: { query: { external_subscription_id: subscription } }, signal })),
  });

const dayMs = 86_400_000;
/** The service has at most 400 steps for an answer. */
const mostDays = 390;

/** The usage of a metric by day, since the start of the period before the running one. @param group empty: no groups */
export const usageSeriesQuery = ({
  subscription,
  metric,
  group,
  usage,
}: {
  subscription: string;
  metric: string;
  group: string;
  usage: Usage;
}) => {
  const [from, to] = [Date.parse(usage.from_datetime), Date.parse(usage.to_datetime)];
  const since = Math.max(from - (to - from), to - mostDays * dayMs);
  const query = {
    external_subscription_id: subscription,
    billable_metric_code: metric,
    granularity: 'day' as const,
    from_date: new Date(since).toISOString(),
    to_date: usage.to_datetime,
    ...(group === '' ? {} : { group_by: group }),
  };
  return queryOptions({
    queryKey: ['usage series', query],
    queryFn: ({ signal }) => answerOf(portal.GET('/portal/usage_series', { params: { query }, signal })),
  });
};

/** The alerts that the customer has set on a subscription. */
export const alertsQuery = (subscription: string) =>
  queryOptions({
    queryKey: ['alerts', subscription],
    queryFn: ({ signal }) =>
      answerOf(
        portal.GET('/portal/subscriptions/{external_id}/alerts', {
          params: { path: { external_id: subscription } },
          signal,
        }),
      ),
  });

export const plansQuery = (subscription: string) =>
  queryOptions({
    queryKey: ['plans', subscription],
    queryFn: ({ signal }) =>
      answerOf(portal.GET('/portal/plans', { params: { query: { external_subscription_id: subscription } }, signal })),
  });

/** The invoice of a change or an end; an answer from before is never shown again. */
export const previewQuery = (subscription: string, input: PreviewInput) =>
  queryOptions({
    queryKey: ['preview', subscription, input],
    queryFn: ({ signal }) =>
      answerOf(
        portal.POST('/portal/subscriptions/{external_id}/preview', {
          params: { path: { external_id: subscription } },
          body: { preview: input },
          signal,
        }),
      ),
    gcTime: 0,
  });

/** Reads the page again after a change. A preview of the change itself would be refused. */
export const readAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preview' });

export const methodsQuery = queryOptions({
  queryKey: ['payment methods'],
  queryFn: ({ signal }) => answerOf(portal.GET('/portal/payment_methods', { signal })),
});

/** Whether the provider has not finished a payment. */
export const isUnderWay = ({ payment_status: status }: MadePayment): boolean =>
  status === 'pending' || status === 'processing';

/** The latest payments. Those under way may take days: the page reads them again now and then. */
export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => answerOf(portal.GET('/portal/payments', { params: { query: { per_page: 100 } }, signal })),
  refetchInterval: ({ state: { data } }) => (data?.payments.some(isUnderWay) ? readAgainMs : false),
});

/** A customer has 100 people at most. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => answerOf(portal.GET('/portal/people', { params: { query: { per_page: 100 } }, signal })),
});

export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: ({ signal }) => answerOf(portal.GET('/portal/wallets', { signal })),
});

/** The balances of a wallet by day. @param since null: of the last 30 days */
export const balanceSeriesQuery = (wallet: string, since: string | null) => {
  const query = since === null ? {} : { from_date: since };
  return queryOptions({
    queryKey: ['balance series', wallet, query],
    queryFn: ({ signal }) =>
      answerOf(
        portal.GET('/portal/wallets/{svc_id}/balance_series', { params: { path: { svc_id: wallet }, query }, signal }),
      ),
  });
};

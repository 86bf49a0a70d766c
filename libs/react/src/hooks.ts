import { useState } from 'react';
import type {
  DueAmount,
  Invoice,
  Page,
  Payment,
  Plan,
  PlanPreview,
  Subscription,
  Usage,
  UsageStep,
  Wallet,
} from './types.js';
import { useAct, useAnswer, type Act, type Answer } from './use-answer.js';

// Each hook is a call of the portal (customers, section 3), so the parts and your own pages show the same.

const newKey = (): string => crypto.randomUUID();

/** Issued invoices, the latest first. @param page from 1 @param perPage 20 at most by default */
export const useInvoices = (page = 1, perPage = 20): Answer<{ invoices: Invoice[]; meta: Page }> =>
  useAnswer('/invoices', { page, per_page: perPage });

/** The amounts due and the overdue ones, by currency. */
export const useBalance = (): Answer<{ overdue_balance: { open: DueAmount[]; overdue: DueAmount[] } }> =>
  useAnswer('/overdue_balance');

/** Subscriptions that run or will start. */
export const useSubscriptions = (): Answer<{ subscriptions: Subscription[] }> =>
  useAnswer('/subscriptions', { status: ['active', 'pending'] });

/** Usage of the running period, and its projection. @param subscription its external id; null: nothing is read */
export const useUsage = (subscription: string | null): Answer<{ usage: Usage }> =>
  useAnswer(subscription === null ? null : '/usage', { external_subscription_id: subscription ?? undefined });

/** The usage of a metric over time. */
export interface UsageSeriesRequest {
  /** External id of the subscription. */
  subscription: string;
  /** Code of a metric that its plan charges. */
  metric: string;
  /** `day` by default. */
  granularity?: 'day' | 'hour';
  /** A property by which its charges split their prices. */
  groupBy?: string;
  /** Instants or days; by default the last 30 days, or the last 48 hours. */
  from?: string;
  to?: string;
}

/** Usage by day or hour. @param request null: nothing is read */
export const useUsageSeries = (
  request: UsageSeriesRequest | null,
): Answer<{ usage_series: UsageStep[]; groups_left_out: number }> =>
  useAnswer(request === null ? null : '/usage_series', {
    external_subscription_id: request?.subscription,
    billable_metric_code: request?.metric,
    granularity: request?.granularity,
    group_by: request?.groupBy,
    from_date: request?.from,
    to_date: request?.to,
  });

/** Wallets in the order of use. */
export const useWallets = (): Answer<{ wallets: Wallet[] }> => useAnswer('/wallets');

/** The plan of a subscription and the offered ones. @param subscription its external id; null: nothing is read */
export const usePlans = (subscription: string | null): Answer<{ plans: Plan[] }> =>
  useAnswer(subscription === null ? null : '/plans', { external_subscription_id: subscription ?? undefined });

/** Pays invoices; without ids, all overdue ones. A repeated call pays once: it has the same key until one succeeds. */
export function usePay(): Act<
  { invoiceIds?: readonly string[]; methodId?: string; amountCents?: number },
  { payment: Payment }
> {
  const [key, setKey] = useState(newKey);
  const act = useAct<{ invoiceIds?: readonly string[]; methodId?: string; amountCents?: number }, { payment: Payment }>(
    ({ invoiceIds, methodId, amountCents }) => ({
      method: 'POST',
      path: '/payments',
      idempotencyKey: key,
      body: {
        payment: {
          ...(invoiceIds ? { svc_invoice_ids: invoiceIds } : {}),
          ...(methodId ? { svc_payment_method_id: methodId } : {}),
          ...(amountCents === undefined ? {} : { amount_cents: amountCents }),
        },
      },
    }),
  );
  return {
    ...act,
    run: async (input) => {
      const paid = await act.run(input);
      setKey(newKey());
      return paid;
    },
  };
}

/** Buys credits for a wallet. @see usePay for repeated calls */
export function useTopUp(): Act<{ walletId: string; credits: string }, unknown> {
  const [key, setKey] = useState(newKey);
  const act = useAct<{ walletId: string; credits: string }, unknown>(({ walletId, credits }) => ({
    method: 'POST',
    path: `/wallets/${encodeURIComponent(walletId)}/top_up`,
    idempotencyKey: key,
    body: { wallet_transaction: { paid_credits: credits } },
  }));
  return {
    ...act,
    run: async (input) => {
      const bought = await act.run(input);
      setKey(newKey());
      return bought;
    },
  };
}

/** The invoice of a plan change, as it will be billed. */
export const usePlanPreview = (): Act<{ subscription: string; plan: string }, { preview: PlanPreview }> =>
  useAct(({ subscription, plan }) => ({
    method: 'POST',
    path: `/subscriptions/${encodeURIComponent(subscription)}/preview`,
    body: { preview: { plan_code: plan } },
  }));

/** Changes the plan of a subscription. */
export const useChangePlan = (): Act<{ subscription: string; plan: string }, { subscription: Subscription }> =>
  useAct(({ subscription, plan }) => ({
    method: 'PUT',
    path: `/subscriptions/${encodeURIComponent(subscription)}/plan`,
    body: { subscription: { plan_code: plan } },
  }));

/** Has the file of an invoice made; its answer has the address once it is there. */
export const usePrepareFile = (): Act<{ invoiceId: string }, { invoice: Invoice }> =>
  useAct(({ invoiceId }) => ({ method: 'POST', path: `/invoices/${encodeURIComponent(invoiceId)}/download` }));

import { Decimal } from 'decimal.js';
import { z } from 'zod';
import {
  forecastRoutes,
  lifetimeUsageRoutes,
  subscriptionAlertRoutes,
  subscriptionEntitlementRoutes,
  subscriptionRoutes,
  walletRoutes,
} from '@tollgate/contracts';
import { money } from '../answers/money.js';
import type { AnswerOf } from '../calls/own-calls.js';
import { CallRefused } from '../calls/refusal.js';
import { customerField, named, page, tool, type ToolContext } from './tool.js';

type Alert = AnswerOf<typeof subscriptionAlertRoutes.list>['alerts'][number];
type Context = Pick<ToolContext, 'calls' | 'pages'>;

const walletsPerPage = '100';
const subscriptionsPerPage = '20';
/** Subscriptions whose alerts are read at a time, and features of one that are checked. */
const atOnce = 5;
const mostFeatures = 20;

/** `who_is_over`: limits, thresholds, low wallets and commitments. */
export const whoIsOver = tool({
  name: 'who_is_over',
  title: 'Show who is over a limit',
  description:
    'Lists wallets at or below a balance, and alerts of subscriptions whose thresholds are reached: 100 wallets and 20 ' +
    'subscriptions a page. For one subscription it also shows usage thresholds, used up features, and a minimum ' +
    'commitment that usage is not expected to reach.',
  input: {
    customer: customerField().optional(),
    subscription: named('External identifier of one subscription').optional(),
    wallet_balance_cents: z
      .int()
      .optional()
      .describe('Balance up to which a wallet counts as low, in the smallest unit of its currency; absent: 0'),
    page: page(),
  },
  calls: [
    walletRoutes.list,
    subscriptionRoutes.list,
    subscriptionAlertRoutes.list,
    subscriptionEntitlementRoutes.list,
    subscriptionEntitlementRoutes.check,
    lifetimeUsageRoutes.read,
    forecastRoutes.read,
  ],
  answer: async ({ customer, subscription, wallet_balance_cents: balance = 0, page: number = 1 }, context) => {
    const scope = { external_customer_id: customer, page: String(number) };
    const wallets = subscription === undefined ? await lowWallets(scope, balance, context) : {};
    const alerts = await reachedAlerts({ ...scope, external_id: subscription }, context);
    const more = subscription === undefined ? {} : await limitsOf(subscription, context);
    return { ...wallets, ...alerts, ...more };
  },
});

async function lowWallets(scope: Record<string, string | undefined>, balance: number, { calls, pages }: Context) {
  const query = { ...scope, status: 'active', sort: 'balance_cents', per_page: walletsPerPage };
  const answer = await calls.ifPermitted(walletRoutes.list, { query });
  if (!answer) return {};
  const low = answer.wallets.filter((wallet) => wallet.ongoing_balance_cents <= balance);
  return {
    low_wallets: low.map((wallet) => ({
      id: wallet.svc_id,
      code: wallet.code,
      customer: wallet.external_customer_id,
      balance: money(wallet.balance_cents, wallet.currency),
      balance_after_current_usage: money(wallet.ongoing_balance_cents, wallet.currency),
      page: pages.of('wallet', wallet.svc_id),
    })),
    more_wallets: answer.meta.next_page !== null,
  };
}

async function reachedAlerts(scope: Record<string, string | undefined>, { calls, pages }: Context) {
  const query = { ...scope, per_page: subscriptionsPerPage };
  const answer = await calls.ifPermitted(subscriptionRoutes.list, { query });
  if (!answer) return {};
  const reached: object[] = [];
  for (let place = 0; place < answer.subscriptions.length; place += atOnce) {
    const some = answer.subscriptions.slice(place, place + atOnce).map(async ({ external_id: id }) => {
      const read = await calls.ifPermitted(subscriptionAlertRoutes.list, { params: { external_id: id } });
      return (read?.alerts ?? []).flatMap((alert) => {
        const thresholds = reachedThresholds(alert);
        if (thresholds.length === 0) return [];
        const { code, name, alert_type: type, previous_value: value } = alert;
        return [{ subscription: id, alert: code, name, type, value, thresholds, page: pages.of('subscription', id) }];
      });
    });
    reached.push(...(await Promise.all(some)).flat());
  }
  return {
    reached_alerts: reached,
    subscriptions_searched: answer.subscriptions.length,
    more_subscriptions: answer.meta.next_page !== null,
  };
}

/** The thresholds that the last value of an alert has reached, in its direction. */
export function reachedThresholds({
  direction,
  previous_value: value,
  thresholds,
}: Pick<Alert, 'direction' | 'previous_value' | 'thresholds'>): { code: string | null; value: string }[] {
  const last = new Decimal(value);
  return thresholds
    .filter((threshold) => (direction === 'increasing' ? last.gte(threshold.value) : last.lte(threshold.value)))
    .map(({ code, value: bound }) => ({ code, value: bound }));
}

async function limitsOf(subscription: string, { calls }: Context) {
  const params = { external_id: subscription };
  const lifetime = await ifThere(calls.ifPermitted(lifetimeUsageRoutes.read, { params }));
  const entitled = await calls.ifPermitted(subscriptionEntitlementRoutes.list, { params });
  const forecast = await ifThere(calls.ifPermitted(forecastRoutes.read, { params }));
  const features = (entitled?.entitlements ?? []).slice(0, mostFeatures);
  const checks = [];
  for (const { code } of features) {
    const answer = await calls.ifPermitted(subscriptionEntitlementRoutes.check, {
      params: { ...params, feature_code: code },
    });
    if (answer && !answer.entitlement_check.allowed) checks.push(answer.entitlement_check);
  }
  const running = forecast?.forecast.periods.find(({ kind }) => kind === 'running');
  return {
    reached_usage_thresholds: (lifetime?.lifetime_usage.usage_thresholds ?? []).filter(
      ({ reached_at }) => reached_at !== null,
    ),
    refused_features: checks.map(({ feature_code: feature, privilege_code: privilege, value, usage }) => ({
      feature,
      privilege,
      value,
      usage,
    })),
    commitment_expected_to_be_missed_by:
      running && forecast && running.commitment_amount_cents.expected > 0
        ? money(running.commitment_amount_cents.expected, forecast.forecast.amount_currency)
        : null,
  };
}

/** Null for an object that does not exist, or for a question that the subscription has no answer to. */
async function ifThere<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CallRefused && (error.status === 404 || error.status === 422)) return null;
    throw error;
  }
}

import { z } from 'zod';
import { planPriceRoutes, priceTestRoutes, subscriptionRoutes } from '@tollgate/contracts';
import { money, moneyOrNull } from '../answers/money.js';
import type { AnswerOf } from '../calls/own-calls.js';
import { NoAnswer } from '../calls/refusal.js';
import { named, page, tool, type ToolContext } from './tool.js';

type Prices = AnswerOf<typeof planPriceRoutes.price>['plan_prices'];
const perPage = '50';
const units = () => z.string().regex(/^\d{1,15}(\.\d{1,15})?$/);

const input = {
  plan_code: named('Code of the plan to price with').optional(),
  plan: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('A plan that need not be saved, with the fields of `createPlan`, in place of `plan_code`'),
  subscription: named('External identifier of a subscription whose usage to price').optional(),
  periods_ago: z.int().min(0).max(24).optional().describe('Billing periods before the running one; absent: 1'),
  units: units().optional().describe('Units of every charge, in place of a subscription'),
  charges: z
    .array(z.object({ charge_code: named('Code of a charge'), units: units() }))
    .max(50)
    .optional()
    .describe('Units of single charges, in place of a subscription'),
  price_test: named('Identifier of a test of prices, to read its result').optional(),
  page: page(),
};
type Input = z.infer<z.ZodObject<typeof input>>;

/** `price_what_if`: what usage would cost under other prices. */
export const priceWhatIf = tool({
  name: 'price_what_if',
  title: 'Price usage with another plan',
  description:
    'Computes what the usage of a subscription in one of its periods, or stated units, would cost with a plan, saved or ' +
    'not, beside the present plan of the subscription. Or reads the result of a test of prices over many customers. ' +
    'Amounts are before coupons and taxes. It stores nothing.',
  input,
  calls: [planPriceRoutes.price, subscriptionRoutes.read, priceTestRoutes.read, priceTestRoutes.results],
  answer: (question, context) =>
    question.price_test === undefined ? priced(question, context) : tested(question, context),
});

async function priced(question: Input, { calls, pages }: ToolContext) {
  const { plan_code, plan, subscription, periods_ago: ago = 1, units: all, charges } = question;
  if ((plan_code === undefined) === (plan === undefined))
    throw new NoAnswer('input_missing', 'Name a plan by `plan_code`, or give one in `plan`.');
  const tested = plan === undefined ? { plan_code } : { plan };
  if (subscription === undefined) {
    if (all === undefined && charges === undefined)
      throw new NoAnswer('input_missing', 'Name a subscription, or give `units` or `charges`.');
    const body = { ...tested, quantities: [{ units: all, charges }] };
    const { plan_prices: prices } = await calls.make(planPriceRoutes.price, { body });
    return { tested: sideOf(prices, prices.quantities[0] ?? null) };
  }
  const usage = { external_subscription_id: subscription, periods_ago: ago };
  const { subscription: present } = await calls.make(subscriptionRoutes.read, {
    params: { external_id: subscription },
  });
  const current = { plan_code: present.plan_code, usage };
  const { plan_prices: before } = await calls.make(planPriceRoutes.price, { body: current });
  const { plan_prices: after } = await calls.make(planPriceRoutes.price, { body: { ...tested, usage } });
  return {
    subscription,
    from: after.usage?.from_datetime ?? null,
    to: after.usage?.to_datetime ?? null,
    present: { plan_code: present.plan_code, ...sideOf(before, before.usage) },
    tested: sideOf(after, after.usage),
    page: pages.of('subscription', subscription),
  };
}

/** One side of a comparison: the parts of a price and their sum. */
function sideOf(prices: Prices, side: Prices['usage'] | Prices['quantities'][number]) {
  const { amount_currency: currency } = prices;
  return {
    interval: prices.interval,
    plan_amount: money(prices.subscription_amount_cents, currency),
    fixed_charges: money(prices.fixed_charges_amount_cents, currency),
    usage_charges: moneyOrNull(side?.charges_amount_cents ?? null, currency),
    commitment: moneyOrNull(side?.commitment_amount_cents ?? null, currency),
    total: moneyOrNull(side?.total_amount_cents ?? null, currency),
    charges: (side?.charges ?? []).map((charge) => ({
      charge: charge.charge_code,
      metric: charge.billable_metric_code,
      amount: money(charge.amount_cents, currency),
      estimate_reasons: charge.estimate_reasons,
    })),
  };
}

async function tested({ price_test: id = '', page: number = 1 }: Input, { calls, pages }: ToolContext) {
  const params = { svc_id: id };
  const { price_test: test } = await calls.make(priceTestRoutes.read, { params });
  const query = { sort: '-difference_amount_cents', page: String(number), per_page: perPage };
  const { price_test_results: results, meta } = await calls.make(priceTestRoutes.results, { params, query });
  const { summary, amount_currency: currency } = test;
  return {
    price_test: { id, name: test.name, plan_code: test.plan_code, status: test.status, periods_ago: test.periods_ago },
    present: money(summary.current_amount_cents, currency),
    tested: money(summary.tested_amount_cents, currency),
    difference: money(summary.difference_amount_cents, currency),
    subscriptions: {
      more: summary.more_count,
      less: summary.less_count,
      same: summary.same_count,
      unpriced: summary.unpriced_count,
    },
    results: results.map((result) => ({
      customer: result.external_customer_id,
      customer_name: result.customer_name,
      subscription: result.external_subscription_id,
      present: moneyOrNull(result.current_amount_cents, currency),
      tested: moneyOrNull(result.tested_amount_cents, currency),
      difference: moneyOrNull(result.difference_amount_cents, currency),
      unpriced_reason: result.unpriced_reason,
    })),
    next_page: meta.next_page,
    page: pages.of('price_test', id),
  };
}

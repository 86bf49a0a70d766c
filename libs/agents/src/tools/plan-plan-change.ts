import { invoicePreviewRoutes, subscriptionRoutes } from '@tollgate/contracts';
import { amountText, money } from '../answers/money.js';
import { NoAnswer } from '../calls/refusal.js';
import { planningTool } from './planning-tool.js';
import { named } from './tool.js';

/** `plan_plan_change`: another plan for a subscription. */
export const planPlanChange = planningTool({
  name: 'plan_plan_change',
  title: 'Plan a change of plan',
  description:
    'Plans to move a subscription to another plan: at once to one that costs as much or more, at the end of the period to ' +
    'a cheaper one. It shows the next invoice as it would be.',
  input: {
    subscription: named('External identifier of the subscription'),
    plan_code: named('Code of the new plan'),
  },
  calls: [subscriptionRoutes.read, invoicePreviewRoutes.preview],
  act: subscriptionRoutes.create,
  plan: async ({ subscription: id, plan_code: code }, { calls }) => {
    const { subscription } = await calls.make(subscriptionRoutes.read, { params: { external_id: id } });
    if (subscription.plan_code === code || subscription.next_plan_code === code)
      throw new NoAnswer('already_so', 'The subscription has this plan already, or moves to it.');
    const customer = subscription.external_customer_id;
    const { invoice } = await calls.make(invoicePreviewRoutes.preview, {
      body: { customer: { external_id: customer }, subscriptions: { external_ids: [id], plan_code: code } },
    });
    const { currency, total_amount_cents: cents } = invoice;
    const effect = {
      subscription: id,
      customer,
      present_plan: subscription.plan_code,
      new_plan: code,
      next_invoice: money(cents, currency),
      taxes_in_it: money(invoice.taxes_amount_cents, currency),
      fees: invoice.fees.map(({ item, amount_cents }) => ({
        type: item.type,
        code: item.code,
        ...money(amount_cents, currency),
      })),
    };
    return {
      sentence: `The subscription moves to another plan; its next invoice is ${amountText(cents, currency)} with taxes.`,
      effect,
      body: {
        subscription: {
          external_customer_id: customer,
          external_id: id,
          plan_code: code,
          // The service keeps most terms at a change; a name that is not given would be lost.
          name: subscription.name ?? '',
        },
      },
    };
  },
});

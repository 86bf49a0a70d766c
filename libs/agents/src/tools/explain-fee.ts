import { z } from 'zod';
import { explanationRoutes, feeEventRoutes, feeRoutes } from '@tollgate/contracts';
import { money } from '../answers/money.js';
import { NoAnswer } from '../calls/refusal.js';
import { named, tool, type ToolContext } from './tool.js';

const mostEvents = '20';

/** `explain_fee`: how a fee came to its amount. */
export const explainFee = tool({
  name: 'explain_fee',
  title: 'Explain a fee',
  description:
    'Shows how one fee came to its amount: the prices and the metric as they were, the exact steps with the rule of the ' +
    'reference and the rounding, and on request the first events that it counts. `explain_invoice` lists the fees.',
  input: {
    fee_id: named('Identifier of the fee'),
    events: z.boolean().optional().describe('Whether to list the first events of the fee'),
  },
  calls: [feeRoutes.read, explanationRoutes.fee, feeEventRoutes.list],
  answer: async ({ fee_id: id, events = false }, { calls, pages }) => {
    const params = { svc_id: id };
    const { fee } = await calls.make(feeRoutes.read, { params });
    const { explanation, reason } = await calls.make(explanationRoutes.fee, { params });
    if (explanation === null && reason === null) throw new NoAnswer('no_explanation', 'The fee has no explanation.');
    const { steps = [], discount_steps: discountSteps = [], tax_steps: taxSteps = [], ...rule } = explanation ?? {};
    return {
      fee: {
        id: fee.svc_id,
        type: fee.item.type,
        code: fee.item.code,
        name: fee.item.invoice_display_name,
        units: fee.units,
        unit_amount: fee.precise_unit_amount,
        amount: money(fee.amount_cents, fee.amount_currency),
        taxes: money(fee.taxes_amount_cents, fee.amount_currency),
        subscription: fee.external_subscription_id,
        from: fee.from_date ?? null,
        to: fee.to_date ?? null,
        page: fee.svc_invoice_id === null ? null : pages.of('invoice', fee.svc_invoice_id),
      },
      rule,
      unexplained_because: reason,
      steps,
      discount_steps: discountSteps,
      tax_steps: taxSteps,
      ...(events ? await eventsOf(id, { calls }) : {}),
    };
  },
});

async function eventsOf(id: string, { calls }: Pick<ToolContext, 'calls'>) {
  const query = { per_page: mostEvents };
  const answer = await calls.ifPermitted(feeEventRoutes.list, { params: { svc_id: id }, query });
  if (!answer) return {};
  const { events, meta } = answer;
  return {
    events: events.map(({ transaction_id, timestamp, value, status, reason, properties }) => ({
      transaction_id,
      timestamp,
      value,
      status,
      reason,
      properties,
    })),
    events_by_status: meta.status_counts,
    more_events: meta.next_cursor !== null,
  };
}

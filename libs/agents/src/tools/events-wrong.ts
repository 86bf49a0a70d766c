import { z } from 'zod';
import { eventEffectsRoutes, eventErrorRoutes, eventErrorTypes, type EventErrorType } from '@tollgate/contracts';
import { day, named, page, tool, type ToolContext } from './tool.js';

const perPage = '20';

/** How to cure an error of events. */
const cures: Record<EventErrorType, string> = {
  invalid_code:
    'No metric has the code of these events. Create a metric with this code, or void the events and send them again with ' +
    'the right code (POST /events/resend).',
  missing_aggregation_property:
    'The metric sums or counts a property that these events lack. Send it, or void them and send them again with it ' +
    '(POST /events/resend).',
  invalid_filter_values:
    'The events have values that no filter of the metric knows. Add the values to the metric, or send known ones.',
};

/** `events_wrong`: events that do not count, and why. */
export const eventsWrong = tool({
  name: 'events_wrong',
  title: 'Show events that do not count',
  description:
    'Counts the events that do not count as their sender may have intended, by error and code, with a sample and the cure. ' +
    'With `transaction_id`, it shows where one event counts, or why it does not.',
  input: {
    from: day('First day of reception; absent: seven days ago').optional(),
    to: day('Last day of reception').optional(),
    error: z.enum(eventErrorTypes).optional().describe('Kind of error of the sample'),
    code: named('Code of the events of the sample').optional(),
    subscription: named('External identifier of the subscription').optional(),
    transaction_id: named('Transaction id of one event').optional(),
    page: page(),
  },
  calls: [eventErrorRoutes.groups, eventErrorRoutes.list, eventEffectsRoutes.read],
  answer: async ({ from, to, error, code, subscription, transaction_id, page: number = 1 }, context) => {
    if (transaction_id !== undefined) return effectsOf(transaction_id, subscription, context);
    const span = { from_date: from, to_date: to };
    const { calls } = context;
    const { event_error_groups: groups } = await calls.make(eventErrorRoutes.groups, { query: span });
    const query = {
      ...span,
      error,
      code,
      external_subscription_id: subscription,
      page: String(number),
      per_page: perPage,
    };
    const { event_errors: sample, meta } = await calls.make(eventErrorRoutes.list, { query });
    return {
      groups: groups.map((group) => ({ ...group, cure: cures[group.error] })),
      sample: sample.map((event) => ({
        transaction_id: event.transaction_id,
        code: event.code,
        subscription: event.external_subscription_id,
        timestamp: event.timestamp,
        errors: event.errors,
        properties: event.properties,
      })),
      next_page: meta.next_page,
    };
  },
});

async function effectsOf(transactionId: string, subscription: string | undefined, { calls, pages }: ToolContext) {
  const { event_effects: effects } = await calls.make(eventEffectsRoutes.read, {
    params: { transaction_id: transactionId },
    query: { external_subscription_id: subscription },
  });
  return {
    transaction_id: effects.transaction_id,
    code: effects.code,
    subscription: effects.external_subscription_id,
    timestamp: effects.timestamp,
    counted: effects.counted,
    reasons: effects.reasons,
    value: effects.value,
    plan: effects.plan_code,
    charges: effects.charges.map(({ charge_code: charge }) => charge),
    fees: effects.fees.map(({ svc_fee_id: fee_id, svc_invoice_id: invoice_id }) => ({ fee_id, invoice_id })),
    page: pages.of('event', transactionId),
  };
}

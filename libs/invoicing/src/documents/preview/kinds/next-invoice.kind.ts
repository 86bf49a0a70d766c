import { ValidationFailed } from '@tollgate/platform';
import { billedPeriodEnd, localDate, planPeriodEnd } from '@tollgate/rating';
import type { PreviewKind, PreviewRequest, StoredSubscription } from '../preview.js';
import { downgradeOf, runningInstant } from './plan-change.kind.js';
import { agreedEndOf } from './termination.kind.js';

/** Previews the invoice of the next billing day for all named subscriptions, including ends on that day. */
export const nextInvoice: PreviewKind = {
  isRequested: ({ stored }) => stored.length > 0,
  plan(_transaction, request) {
    const { stored, customer, now } = request;
    const ends = stored.map(({ view }) => endOf(view, request));
    refuseUnlike(request, ends);
    const [only, ...others] = stored as [StoredSubscription, ...StoredSubscription[]];
    const end = ends[0] as number;
    const agreedEnd = others.length === 0 ? agreedEndOf(only, end, now, customer.timezone) : null;
    if (agreedEnd) return agreedEnd;
    const runs = runningInstant(only.view, now, customer.timezone);
    if (others.length === 0 && only.successor && planPeriodEnd(only.view.agreement, runs, customer.timezone) === end)
      return downgradeOf(only, only.successor, now, customer.timezone);
    return {
      at: end + 1,
      periodic: true,
      subscriptions: stored.map(({ view, resource }) => ({
        subscription: view,
        reason: 'subscription_periodic',
        resource,
      })),
    };
  },
};

/** The last instant before the next billing day, in the running or first period; split days count. */
const endOf = (view: StoredSubscription['view'], { now, customer: { timezone } }: PreviewRequest): number =>
  billedPeriodEnd(view.agreement, runningInstant(view, now, timezone), timezone);

/** Refuses subscriptions that would not share an invoice. @throws ValidationFailed */
function refuseUnlike({ stored, customer, billingEntity }: PreviewRequest, ends: number[]): void {
  const differ = (values: unknown[]) => new Set(values).size > 1;
  if (differ(stored.map(({ view }) => view.plan.currency)))
    throw new ValidationFailed({ base: ['subscription_currencies_does_not_match'] });
  if (differ(ends.map((end) => localDate(end, customer.timezone))))
    throw new ValidationFailed({ base: ['billing_periods_does_not_match'] });
  const issuer = ({ view }: StoredSubscription) => view.billingEntityId ?? customer.billingEntity.id;
  if (billingEntity === null && differ(stored.map(issuer)))
    throw new ValidationFailed({ base: ['subscription_billing_entities_do_not_match'] });
}

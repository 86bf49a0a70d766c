import type { BillingRunRequest } from '@tollgate/contracts';
import type { PlanView } from '@tollgate/catalog/reader';
import { newId, type IdentifiedEntry, type TenantTransaction, type Instant } from '@tollgate/platform';
import { quantityCutoffs } from '../unit-changes/unit-changes.repository.js';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import { timezoneOfCustomer } from '../subscriptions/timezones.js';

type Reason = BillingRunRequest['subscriptions'][number]['invoicing_reason'];
type ProrationCredit = BillingRunRequest['unused_days'][number];

/** The subscriptions of a customer that one run bills together, at an instant (Unix ms). */
export interface BillingRequest {
  customerId: string;
  /** The customer's time zone, if the caller has it already. */
  timezone?: string;
  at: Instant;
  subscriptions: {
    row: SubscriptionRow;
    reason: Reason;
    trialEnded?: boolean;
    newUnits?: { fixed_charge_id: string; units: string }[];
  }[];
  prorationCredits?: ProrationCredit[];
}

/** Requests a billing run for a customer. Invoicing handles the requests of one customer in order. */
export async function requestBilling(
  transaction: TenantTransaction,
  request: BillingRequest,
  now: Instant,
): Promise<void> {
  await requestBillings(transaction, [{ ...request, now }]);
}

/** Requests billing runs for many customers, each at its own present time. */
export async function requestBillings(
  transaction: TenantTransaction,
  requests: (BillingRequest & { now: Instant })[],
): Promise<void> {
  const emittedRequests = requests.filter(
    ({ subscriptions, prorationCredits = [] }) => subscriptions.length > 0 || prorationCredits.length > 0,
  );
  const cutoffs = await quantityCutoffs(
    transaction,
    emittedRequests.flatMap(({ subscriptions }) => subscriptions.map(({ row }) => row.id)),
  );
  const entries: IdentifiedEntry<BillingRunRequest>[] = [];
  for (const request of emittedRequests) {
    const { customerId, now } = request;
    const timezone = request.timezone ?? (await timezoneOfCustomer(transaction, customerId));
    entries.push({
      id: newId(),
      key: customerId,
      payload: {
        customer_id: customerId,
        billing_at: new Date(request.at).toISOString(),
        timezone,
        subscriptions: request.subscriptions.map(({ row, reason, trialEnded, newUnits }) => ({
          subscription_id: row.id,
          invoicing_reason: reason,
          trial_ended: trialEnded ?? false,
          ...(row.status === 'incomplete' ? { awaits_payment: true } : {}),
          units_until: cutoffs.get(row.id) ?? 0,
          ...(newUnits ? { new_units: newUnits } : {}),
        })),
        unused_days: request.prorationCredits ?? [],
      },
      occurredAt: now,
    });
  }
  await transaction.appendAll('billing.due', entries);
}

/** The proration credit of an ended plan, by its mode; none for a plan in arrears (subscriptions, section 10.4). */
export function prorationCreditsOf(
  row: SubscriptionRow,
  plan: PlanView,
  mode: SubscriptionRow['on_termination_credit_note'],
  upgrade: boolean,
): ProrationCredit[] {
  if (!plan.payInAdvance || mode === 'skip') return [];
  return [{ subscription_id: row.id, mode: mode ?? 'credit', upgrade }];
}

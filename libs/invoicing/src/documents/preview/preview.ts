import type { PreviewSubscriptionsInput, Subscription } from '@tollgate/contracts';
import type { BillingEntityView, PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { CustomerView, SubscriptionView, UnitChangeView } from '@tollgate/subscription/reader';
import type { BilledSubscription } from '../../model/line-items/new-invoice.js';

/** A requested preview. */
export interface PreviewRequest {
  organizationId: string;
  /** Unix milliseconds. */
  now: Instant;
  customer: CustomerView;
  /** The issuer that the call selects; null without one. */
  billingEntity: BillingEntityView | null;
  /** Existing subscriptions with their resources; none for a proposal. */
  stored: StoredSubscription[];
  proposal: { planCode: string; subscriptionAt: number; billingTime: 'calendar' | 'anniversary' };
  change: Omit<PreviewSubscriptionsInput, 'external_ids'>;
}

export interface StoredSubscription {
  view: SubscriptionView;
  resource: Subscription;
  /** Its units of fixed charges before its start, since it has no quantity history yet. */
  units?: UnitChangeView[];
  /** The subscription that a scheduled downgrade leads to. */
  successor: Successor | null;
}

/** A plan that follows another, and its differing units of fixed charges. */
export interface Successor {
  plan: PlanView;
  /** Decimal text, by fixed charge. */
  ownUnits?: ReadonlyMap<string, string> | undefined;
}

/** A subscription on a previewed invoice. */
export interface PreviewedSubscription extends Pick<BilledSubscription, 'reason' | 'units'> {
  subscription: SubscriptionView;
  /** Its present resource; null for a hypothetical one. */
  resource: Subscription | null;
}

/** A previewed invoice before its computation. */
export interface PlannedInvoice {
  /** Billing instant, Unix milliseconds. */
  at: Instant;
  /** Whether the periodic anchor determines its issuing date. */
  periodic: boolean;
  subscriptions: PreviewedSubscription[];
  /** The subscription whose end leads to a proration credit. */
  ended?: { subscription: SubscriptionView; upgrade: boolean };
}

/** A kind of preview (invoices, section 11). */
export interface PreviewKind {
  isRequested(request: PreviewRequest): boolean;
  /** @throws NotFound, ValidationFailed */
  plan(transaction: TenantTransaction, request: PreviewRequest): Promise<PlannedInvoice>;
}

/** The initial units of a subscription's fixed charges: its own, else the plan's. @param at Unix ms */
export const unitsOf = ({ plan, ownUnits }: Successor, at: Instant): UnitChangeView[] =>
  plan.fixedCharges.map(({ id, units }, place) => ({
    sequence: place,
    fixedChargeId: id,
    units: new Decimal(ownUnits?.get(id) ?? units),
    effectiveAt: at,
  }));

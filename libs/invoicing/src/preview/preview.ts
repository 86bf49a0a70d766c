import type { PreviewSubscriptionsInput, Subscription } from '@tollgate/contracts';
import type { BillingEntityView, PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { CustomerView, SubscriptionView, UnitChangeView } from '@tollgate/subscription/reader';
import type { BilledSubscription } from '../line-items/new-invoice.js';

/** What is asked to be seen. */
export interface PreviewRequest {
  organizationId: string;
  /** Unix milliseconds. */
  now: Instant;
  customer: CustomerView;
  /** Who issues the invoice, where the call says so. */
  billingEntity: BillingEntityView | null;
  /** Subscriptions that there are, with their resources; none for a proposal. */
  stored: StoredSubscription[];
  proposal: { planCode: string; subscriptionAt: number; billingTime: 'calendar' | 'anniversary' };
  change: Omit<PreviewSubscriptionsInput, 'external_ids'>;
}

export interface StoredSubscription {
  view: SubscriptionView;
  resource: Subscription;
  /** Its units of fixed charges where it waits for its start: it has no log of them yet. */
  units?: UnitChangeView[];
  /** The subscription to which a scheduled downgrade leads. */
  successor: Successor | null;
}

/** A plan that follows another, and the units of its fixed charges that are otherwise than its own. */
export interface Successor {
  plan: PlanView;
  /** Decimal text, by fixed charge. */
  ownUnits?: ReadonlyMap<string, string> | undefined;
}

/** A subscription on an invoice that is previewed. */
export interface PreviewedSubscription extends Pick<BilledSubscription, 'reason' | 'units'> {
  subscription: SubscriptionView;
  /** As it is now; null for one that is not there. */
  resource: Subscription | null;
}

/** An invoice that is previewed, before it is computed. */
export interface PlannedInvoice {
  /** Billing instant, Unix milliseconds. */
  at: Instant;
  /** Whether its issuing date goes by the periodic anchor. */
  periodic: boolean;
  subscriptions: PreviewedSubscription[];
  /** The one whose end brings a proration credit. */
  ended?: { subscription: SubscriptionView; upgrade: boolean };
}

/** A kind of preview (invoices, section 11). */
export interface PreviewKind {
  isRequested(request: PreviewRequest): boolean;
  /** @throws NotFound, ValidationFailed */
  plan(transaction: TenantTransaction, request: PreviewRequest): Promise<PlannedInvoice>;
}

/** The units of a plan's fixed charges as a subscription to it starts with them: its own, else the plan's. @param at Unix ms */
export const unitsOf = ({ plan, ownUnits }: Successor, at: Instant): UnitChangeView[] =>
  plan.fixedCharges.map(({ id, units }, place) => ({
    sequence: place,
    fixedChargeId: id,
    units: new Decimal(ownUnits?.get(id) ?? units),
    effectiveAt: at,
  }));

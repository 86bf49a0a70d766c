import { body } from '../../http/body.js';
import { choice, mandatoryText } from '../../http/fields.js';
import { described, texts } from '../../http/texts.js';
import { appliedCouponRoutes } from '../applied-coupons.js';
import { customersKind, subscriptionsKind } from '../exported/customer-kinds.js';
import { paymentRequestRoutes } from '../payment-requests.js';
import { subscriptionStatuses } from '../subscription-status.js';
import { subscriptionRoutes, terminationCreditNotes, terminationInvoices } from '../subscriptions.js';
import { bulkActKind, noArguments } from './bulk-act-kind.js';

export const applyCoupon = bulkActKind({
  name: 'customers.apply_coupon',
  service: 'invoicing',
  text: 'Applies a coupon to a customer; one who has the active coupon is skipped',
  records: customersKind,
  call: appliedCouponRoutes.create,
  arguments: body({ coupon_code: described(mandatoryText(), ...texts.couponCode) }),
});

export const requestPayments = bulkActKind({
  name: 'customers.request_payment',
  service: 'payment',
  text: 'Requests the payment of all overdue invoices of a customer; one without any is skipped',
  records: customersKind,
  call: paymentRequestRoutes.create,
  arguments: noArguments,
});

const ofSubscriptions = {
  service: 'subscription',
  records: subscriptionsKind,
  unfiltered: { status: [...subscriptionStatuses] },
} as const;

export const endSubscriptions = bulkActKind({
  ...ofSubscriptions,
  name: 'subscriptions.end',
  text: 'Ends an active subscription, or cancels a pending one; an ended one is skipped',
  call: subscriptionRoutes.terminate,
  arguments: body({
    on_termination_credit_note: described(
      choice(terminationCreditNotes),
      'Credit note for the rest of a paid period; absent: as the subscription states',
      terminationCreditNotes[0],
    ),
    on_termination_invoice: described(
      choice(terminationInvoices),
      'Whether a final invoice is issued; absent: as the subscription states',
      terminationInvoices[0],
    ),
  }),
});

export const changePlans = bulkActKind({
  ...ofSubscriptions,
  name: 'subscriptions.change_plan',
  text: 'Changes an active subscription to another plan; one that has this plan is skipped',
  call: subscriptionRoutes.create,
  arguments: body({ plan_code: described(mandatoryText(), ...texts.planCode) }),
});

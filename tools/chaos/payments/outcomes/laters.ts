// The acts of banks and people after a success, at each double.
import type { Later } from './after-the-end.ts';
import { AdyenPlay, GoCardlessPlay } from './provider-play.ts';
import type { Play } from './scene.ts';
import { StripePlay } from './stripe-play.ts';

function laterOfStripe({ control }: StripePlay): Later {
  const disputes = new Map<string, string>();
  const open = async (charge: string) =>
    void disputes.set(charge, await control.dispute(charge, { reason: 'fraudulent' }));
  return {
    way: 'intent',
    losses: [
      {
        name: 'a dispute',
        async act(charge) {
          await open(charge);
          await control.closeDispute(disputes.get(charge) ?? '', 'lost');
        },
      },
    ],
    restore: (charge) => control.reverseDispute(disputes.get(charge) ?? ''),
    loseAgain: null,
    open,
    refundFailures: [{ name: 'refund.failed', act: (refund) => control.failRefund(refund) }],
    refundByHand: (charge, amount) => control.refundCharge(charge, amount),
  };
}

function laterOfGoCardless({ control }: GoCardlessPlay): Later {
  const move = (status: string, cause: string) => (payment: string) =>
    control.act('move_payment', { payment, status, cause, description: cause });
  const chargeBack = move('charged_back', 'refund_requested');
  return {
    way: 'debit',
    losses: [
      { name: 'charged_back', act: chargeBack },
      {
        name: 'a failure after the payout',
        async act(payment) {
          await move('failed', 'insufficient_funds')(payment);
          await control.act('settle_loss', { payment });
        },
      },
    ],
    restore: (payment) => control.act('cancel_chargeback', { payment }),
    loseAgain: chargeBack,
    open: null,
    refundFailures: ['bounced', 'funds_returned', 'failed'].map((status) => ({
      name: status,
      act: (refund) => control.act('move_refund', { refund, status }),
    })),
    refundByHand: (payment, amount) => control.act('refund_payment', { payment, amount }),
  };
}

function laterOfAdyen({ control }: AdyenPlay): Later {
  const dispute = (event: string, status?: string) => (payment: string) =>
    control.act('dispute', { payment, event, reason: 'Fraud', ...(status === undefined ? {} : { status }) });
  return {
    way: 'intent',
    losses: [
      { name: 'CHARGEBACK', act: dispute('CHARGEBACK', 'Lost') },
      { name: 'SECOND_CHARGEBACK', act: dispute('SECOND_CHARGEBACK') },
      { name: 'CAPTURE_FAILED', act: (payment) => control.act('fail_capture', { payment }) },
      { name: 'CANCELLATION', act: (payment) => control.act('cancel_payment', { payment }) },
      {
        name: 'CANCEL_OR_REFUND',
        act: (payment) => control.act('cancel_payment', { payment, event: 'CANCEL_OR_REFUND' }),
      },
    ],
    restore: dispute('CHARGEBACK_REVERSED', 'Pending'),
    loseAgain: dispute('SECOND_CHARGEBACK', 'Lost'),
    open: dispute('NOTIFICATION_OF_CHARGEBACK', 'Undefended'),
    refundFailures: ['REFUND_FAILED', 'REFUNDED_REVERSED'].map((event) => ({
      name: event,
      act: (refund) => control.act('fail_refund', { refund, event }),
    })),
    refundByHand: (payment, amount) => control.act('refund_payment', { payment, amount }),
  };
}

export function laterOf(play: Play): Later {
  if (play instanceof StripePlay) return laterOfStripe(play);
  if (play instanceof GoCardlessPlay) return laterOfGoCardless(play);
  if (play instanceof AdyenPlay) return laterOfAdyen(play);
  throw new Error(`nothing is known of ${play.name}`);
}

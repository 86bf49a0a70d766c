// The actions of payers, banks and time at Adyen.
import type { AdyenBooks } from './adyen-books.ts';
import { Refusal, textIn } from './provider.ts';

function existing<T>(objects: ReadonlyMap<string, T>, id: string): T {
  const object = objects.get(id);
  if (!object) throw new Refusal(`there is no ${id}`);
  return object;
}

const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

/**
 * The actions of the control interface:
 * - `complete_link {link, kind, refusal}`: the payer enters a `card` or a `sepa` account, or is refused. @returns the token
 * - `refuse_payments {token, code, reason, times}`: the next payments by a stored method are refused
 * - `end_payment {payment, paid, reason}`: the bank decides about a received payment
 * - `end_refunds {success}`: all refunds under way end; `fail_refund {refund, event}`: one fails after its success, or with
 *   `REFUNDED_REVERSED` comes back
 * - `refund_payment {payment, amount}`: people refund it in Adyen's own pages. @returns the refund
 * - `dispute {payment, event, status, reason}`: a step of a dispute, `CHARGEBACK` by default
 * - `fail_capture {payment, reason}`, `cancel_payment {payment, event}`: its authorization brings no money
 */
export function actOnAdyen(books: AdyenBooks, action: string, body: Record<string, unknown>): unknown {
  switch (action) {
    case 'complete_link': {
      const refusal = typeof body['refusal'] === 'string' ? body['refusal'] : undefined;
      return books.completeLink(existing(books.links, textIn(body, 'link')), textOr(body['kind'], 'card'), refusal);
    }
    case 'refuse_payments': {
      const token = existing(books.tokens, textIn(body, 'token'));
      const { code, times } = body;
      const reason = textOr(body['reason'], 'Refused');
      token.refusal = { code: textOr(code, '2'), reason, times: typeof times === 'number' ? times : 1 };
      return {};
    }
    case 'end_payment': {
      const reason = typeof body['reason'] === 'string' ? body['reason'] : undefined;
      books.endPayment(existing(books.payments, textIn(body, 'payment')), body['paid'] === true, reason);
      return {};
    }
    case 'end_refunds':
      for (const refund of books.refunds.values())
        if (refund.status === 'received') books.endRefund(refund, body['success'] !== false);
      return {};
    case 'fail_refund':
      books.endRefund(existing(books.refunds, textIn(body, 'refund')), false, textOr(body['event'], 'REFUND_FAILED'));
      return {};
    case 'refund_payment':
      return books.refundByHand(existing(books.payments, textIn(body, 'payment')), Number(body['amount']));
    case 'dispute':
      books.dispute(
        existing(books.payments, textIn(body, 'payment')),
        textOr(body['event'], 'CHARGEBACK'),
        typeof body['status'] === 'string' ? body['status'] : undefined,
        textOr(body['reason'], 'Fraud'),
      );
      return {};
    case 'fail_capture':
      books.undo(
        existing(books.payments, textIn(body, 'payment')),
        'CAPTURE_FAILED',
        textOr(body['reason'], 'Capture failed'),
      );
      return {};
    case 'cancel_payment':
      books.undo(existing(books.payments, textIn(body, 'payment')), textOr(body['event'], 'CANCELLATION'), 'Cancelled');
      return {};
    default:
      throw new Refusal(`unknown action: ${action}`);
  }
}

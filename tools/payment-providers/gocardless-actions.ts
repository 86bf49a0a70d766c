// The actions of payers, banks and time at GoCardless.
import type { GoCardlessBooks } from './gocardless-books.ts';
import { Refusal, textIn } from './provider.ts';

function existing<T>(objects: ReadonlyMap<string, T>, id: string): T {
  const object = objects.get(id);
  if (!object) throw new Refusal(`there is no ${id}`);
  return object;
}

/**
 * The actions of the control interface:
 * - `complete_flow {flow}`: the payer agrees on the page. @returns the mandate
 * - `end_mandate {mandate, origin}`: `bank`, `customer` or `gocardless` ends a mandate
 * - `ask_approval {mandate}`: payments on this mandate need the payer first
 * - `move_payment {payment, status, cause, description}`
 * - `cancel_chargeback {payment}`, `settle_loss {payment}`: what follows a chargeback or a late failure
 * - `refund_payment {payment, amount}`: people refund it in GoCardless's own pages. @returns the refund
 * - `pay_out {}`: all payments that are under way reach their payout
 * - `move_refund {refund, status}`
 */
export function actOnGoCardless(books: GoCardlessBooks, action: string, body: Record<string, unknown>): unknown {
  switch (action) {
    case 'complete_flow':
      return books.completeFlow(existing(books.flows, textIn(body, 'flow')));
    case 'end_mandate':
      books.endMandate(existing(books.mandates, textIn(body, 'mandate')), textIn(body, 'origin'));
      return {};
    case 'ask_approval':
      existing(books.mandates, textIn(body, 'mandate'))['asks_approval'] = true;
      return {};
    case 'move_payment': {
      const { cause, description } = body;
      const details = {
        ...(typeof cause === 'string' ? { cause } : {}),
        ...(typeof description === 'string' ? { description } : {}),
      };
      books.movePayment(existing(books.payments, textIn(body, 'payment')), textIn(body, 'status'), details);
      return {};
    }
    case 'cancel_chargeback':
      books.cancelChargeback(existing(books.payments, textIn(body, 'payment')));
      return {};
    case 'settle_loss':
      books.settleLoss(existing(books.payments, textIn(body, 'payment')));
      return {};
    case 'refund_payment':
      return books.refundByHand(existing(books.payments, textIn(body, 'payment')), Number(body['amount']));
    case 'pay_out':
      for (const payment of books.payments.values()) books.payOut(payment);
      return {};
    case 'move_refund':
      books.moveRefund(existing(books.refunds, textIn(body, 'refund')), textIn(body, 'status'));
      return {};
    default:
      throw new Refusal(`unknown action: ${action}`);
  }
}

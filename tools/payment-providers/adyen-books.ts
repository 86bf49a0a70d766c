// The objects of one merchant account at Adyen, and what happens to them.
import { mainUnits } from './adyen-currencies.ts';
import { type Ledger, type ProviderEvent, randomId, Refusal } from './provider.ts';

export interface Amount {
  currency: string;
  value: number;
}
export interface Token {
  id: string;
  shopperReference: string;
  type: string;
  brand?: string;
  lastFour?: string;
  iban?: string;
  createdAt: string;
  /** The refusal of the next payments by it: a code of Adyen, such as `12`. */
  refusal?: { code: string; reason: string; times: number };
}
export interface Payment {
  pspReference: string;
  reference: string;
  amount: Amount;
  shopperReference: string;
  status: string;
  refunded: number;
}
export interface Refund {
  pspReference: string;
  reference: string;
  payment: string;
  amount: Amount;
  status: string;
}
export interface Link {
  id: string;
  url: string;
  status: string;
  amount: Amount;
  reference: string;
  shopperReference: string;
  expiresAt: string;
}

/** An event before the double completes it. */
interface Report {
  eventCode: string;
  pspReference: string;
  originalReference?: string;
  merchantReference: string;
  amount: Amount;
  success: boolean;
  reason?: string;
  additionalData?: Record<string, string>;
}

const ofUs = /(?:payment|refund) ([\da-f-]{36})$/;
const keyIn = (reference: string): string | null => ofUs.exec(reference)?.[1] ?? null;

export class AdyenBooks {
  readonly tokens = new Map<string, Token>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly links = new Map<string, Link>();
  readonly #merchantAccount: string;
  readonly #emit: (event: ProviderEvent) => void;
  /** Tokens of one instant keep their order. */
  #clock = Date.now();

  constructor(merchantAccount: string, emit: (event: ProviderEvent) => void) {
    this.#merchantAccount = merchantAccount;
    this.#emit = emit;
  }

  report({ success, ...item }: Report): void {
    const payload = {
      ...item,
      originalReference: item.originalReference ?? '',
      merchantAccountCode: this.#merchantAccount,
      eventDate: new Date().toISOString(),
      success: String(success),
    };
    const id = `${item.eventCode}/${item.pspReference}/${success}`;
    this.#emit({ id, type: item.eventCode, payload });
  }

  /** A payer enters a method on a page. */
  store(shopperReference: string, kind: string): Token {
    this.#clock = Math.max(this.#clock + 1, Date.now());
    const known = { id: randomId('', 16), shopperReference, createdAt: new Date(this.#clock).toISOString() };
    const token: Token =
      kind === 'sepa'
        ? { ...known, type: 'sepadirectdebit', iban: 'DE89370400440532013000' }
        : { ...known, type: 'scheme', brand: 'visa', lastFour: '1111' };
    this.tokens.set(token.id, token);
    return token;
  }

  /** The payer completes a page, by a card or by SEPA. @throws Refusal for a page that is not open */
  completeLink(link: Link, kind: string, refusal: string | undefined): Token | undefined {
    if (link.status !== 'active') throw new Refusal(`the link is ${link.status}`);
    const pspReference = randomId('', 16);
    const { amount, reference: merchantReference, shopperReference } = link;
    const event = { eventCode: 'AUTHORISATION', pspReference, merchantReference, amount };
    if (refusal !== undefined) {
      this.report({ ...event, success: false, reason: refusal, additionalData: { shopperReference } });
      return undefined;
    }
    link.status = 'completed';
    const token = this.store(shopperReference, kind);
    const status = 'Authorised';
    const reference = merchantReference;
    if (amount.value > 0)
      this.payments.set(pspReference, { pspReference, reference, amount, shopperReference, status, refunded: 0 });
    const additionalData = {
      shopperReference,
      'recurring.recurringDetailReference': token.id,
      ...(token.lastFour === undefined ? {} : { cardSummary: token.lastFour, paymentMethod: 'visa' }),
    };
    this.report({ ...event, success: true, additionalData });
    return token;
  }

  /** A bank confirms or refuses a payment that was received. */
  endPayment(payment: Payment, isPaid: boolean, reason?: string): void {
    if (payment.status !== 'Received') throw new Refusal(`the payment is ${payment.status}`);
    payment.status = isPaid ? 'Authorised' : 'Refused';
    this.reportAuthorization(payment, isPaid, reason);
  }

  reportAuthorization({ pspReference, reference, amount }: Payment, success: boolean, reason?: string): void {
    const event = { eventCode: 'AUTHORISATION', pspReference, merchantReference: reference, amount, success };
    this.report({ ...event, ...(reason === undefined ? {} : { reason }) });
  }

  /** A refund or a cancellation ends, and an event reports that. */
  endRefund(refund: Refund, success: boolean, eventCode = 'REFUND'): void {
    const payment = this.payments.get(refund.payment);
    if (!success && payment && refund.status !== 'failed') payment.refunded -= refund.amount.value;
    refund.status = success ? 'refunded' : 'failed';
    const { pspReference, reference: merchantReference, payment: originalReference, amount } = refund;
    const event = { eventCode, pspReference, merchantReference, originalReference, amount, success };
    this.report({ ...event, ...(success ? {} : { reason: 'The bank refused the refund.' }) });
  }

  /** A step of a dispute. Adyen states its status with most of them. */
  dispute(payment: Payment, eventCode: string, disputeStatus: string | undefined, reason: string): void {
    if (disputeStatus === 'Lost' || eventCode === 'SECOND_CHARGEBACK') payment.status = 'Chargeback';
    if (eventCode === 'CHARGEBACK_REVERSED') payment.status = 'Authorised';
    this.#reportLater(payment, eventCode, {
      reason,
      ...(disputeStatus === undefined ? {} : { additionalData: { disputeStatus } }),
    });
  }

  /** A capture fails, or people cancel the payment at Adyen, after its authorization. */
  undo(payment: Payment, eventCode: string, reason: string): void {
    payment.status = eventCode === 'CAPTURE_FAILED' ? 'CaptureFailed' : 'Cancelled';
    const additionalData = eventCode === 'CANCEL_OR_REFUND' ? { 'modification.action': 'cancel' } : undefined;
    this.#reportLater(payment, eventCode, { reason, ...(additionalData ? { additionalData } : {}) });
  }

  /** People refund a part of a payment in Adyen's own pages: the refund has the reference of the payment. */
  refundByHand(payment: Payment, value: number): Refund {
    const { reference, pspReference: id, amount } = payment;
    if (payment.refunded + value > amount.value) throw new Refusal('the payment has less');
    payment.refunded += value;
    const pspReference = randomId('', 16);
    const refund = { pspReference, reference, payment: id, amount: { ...amount, value }, status: 'received' };
    this.refunds.set(pspReference, refund);
    this.endRefund(refund, true);
    return refund;
  }

  #reportLater(
    { pspReference: originalReference, reference: merchantReference, amount }: Payment,
    eventCode: string,
    more: Pick<Report, 'reason' | 'additionalData'>,
  ): void {
    const pspReference = randomId('', 16);
    this.report({ eventCode, pspReference, originalReference, merchantReference, amount, success: true, ...more });
  }

  ledger(): Ledger {
    return {
      payments: [...this.payments.values()].map(({ pspReference: id, reference, amount, status }) => ({
        ...{ id, status, key: keyIn(reference), amount: amount.value, currency: amount.currency },
        shown: mainUnits(amount),
      })),
      refunds: [...this.refunds.values()].map(({ pspReference: id, reference, payment, amount, status }) => ({
        ...{ id, status, payment, key: keyIn(reference), amount: amount.value },
      })),
    };
  }
}

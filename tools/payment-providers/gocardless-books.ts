// The objects of one GoCardless account, and what happens to them.
import { type Ledger, type ProviderEvent, randomId, Refusal } from './provider.ts';

export type Metadata = Record<string, string>;
/** An object with its fields in GoCardless's names. */
export interface Stored {
  id: string;
  created_at: string;
  metadata: Metadata;
  [field: string]: unknown;
}
export interface Linked extends Stored {
  status: string;
  links: Record<string, string>;
}
export interface Payment extends Linked {
  amount: number;
  amount_refunded: number;
  currency: string;
}
export interface Refund extends Linked {
  amount: number;
  currency: string;
}

/** Why something happened: who did it, and the cause. */
export interface Details {
  origin: string;
  cause: string;
  description: string;
}

/** The states that may follow each state of a payment. */
const nextStates: Record<string, readonly string[]> = {
  pending_customer_approval: ['pending_submission', 'customer_approval_denied', 'cancelled'],
  pending_submission: ['submitted', 'cancelled'],
  submitted: ['confirmed', 'failed'],
  confirmed: ['paid_out', 'failed', 'charged_back'],
  paid_out: ['charged_back', 'failed'],
  failed: ['pending_submission'],
};
/** Mandates on which payments can be made. */
const usable: readonly string[] = ['pending_customer_approval', 'pending_submission', 'submitted', 'active'];
/** Refunds of these states gave their money back to the account. */
const undone: readonly string[] = ['cancelled', 'bounced', 'funds_returned'];

const day = 86_400_000;

export class GoCardlessBooks {
  readonly creditor = { id: randomId('CR', 12), name: 'Acme' };
  readonly customers = new Map<string, Stored>();
  readonly accounts = new Map<string, Stored>();
  readonly mandates = new Map<string, Linked>();
  readonly requests = new Map<string, Linked>();
  readonly flows = new Map<string, Stored>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly #emit: (event: ProviderEvent) => void;
  /** Objects of one instant keep their order. */
  #clock = Date.now();

  constructor(emit: (event: ProviderEvent) => void) {
    this.#emit = emit;
  }

  now(): string {
    this.#clock = Math.max(this.#clock + 1, Date.now());
    return new Date(this.#clock).toISOString();
  }

  add<T extends Stored>(into: Map<string, T>, prefix: string, fields: Omit<T, 'id' | 'created_at'>): T {
    const object = { id: randomId(prefix, 12), created_at: this.now(), ...fields } as T;
    into.set(object.id, object);
    return object;
  }

  report(kind: string, action: string, object: Stored, details: Details, links: Record<string, string> = {}): void {
    const id = randomId('EV', 14);
    const payload = {
      id,
      created_at: this.now(),
      resource_type: kind,
      action,
      details,
      metadata: {},
      resource_metadata: object.metadata,
      links: { [kind.slice(0, -1)]: object.id, ...links },
    };
    this.#emit({ id, type: `${kind}.${action}`, payload });
  }

  isUsable({ status }: Linked): boolean {
    return usable.includes(status);
  }

  /** The payer agrees on the page of a flow: a bank account and a mandate come into being. */
  completeFlow(flow: Stored): Linked {
    const request = this.requests.get(String((flow['links'] as Metadata)['billing_request']));
    if (request?.status !== 'pending') throw new Refusal('the billing request is not pending');
    const scheme = String((request['mandate_request'] as { scheme?: string }).scheme ?? 'bacs');
    const customer = request.links['customer'] ?? '';
    const account = this.add(this.accounts, 'BA', {
      account_number_ending: '11',
      bank_name: 'BARCLAYS BANK PLC',
      metadata: {},
      links: { customer },
    });
    const mandate = this.add(this.mandates, 'MD', {
      scheme,
      reference: randomId('ACME-', 6),
      status: 'pending_submission',
      metadata: {},
      links: { customer, customer_bank_account: account.id, creditor: this.creditor.id },
    });
    request.status = 'fulfilled';
    const agreed = { origin: 'customer', cause: 'mandate_created', description: 'Mandate created' };
    this.report('mandates', 'created', mandate, agreed);
    this.report('billing_requests', 'fulfilled', request, agreed, { mandate_request_mandate: mandate.id });
    return mandate;
  }

  /** A mandate ends: by a call, by the payer, or by the bank. Payments that are not submitted end with it. */
  endMandate(mandate: Linked, origin: string): void {
    mandate.status = 'cancelled';
    const details = { origin, cause: 'mandate_cancelled', description: 'The mandate was cancelled.' };
    this.report('mandates', 'cancelled', mandate, details);
    for (const payment of this.payments.values())
      if (payment.links['mandate'] === mandate.id && payment.status === 'pending_submission')
        this.movePayment(payment, 'cancelled', details);
  }

  /** @throws Refusal for a state that cannot follow */
  movePayment(payment: Payment, status: string, details?: Partial<Details>): void {
    if (nextStates[payment.status]?.includes(status) !== true)
      throw new Refusal(`a payment cannot become ${status} from ${payment.status}`);
    payment.status = status;
    const origin = status === 'failed' || status === 'charged_back' ? 'bank' : 'gocardless';
    const reason = { origin, cause: `payment_${status}`, description: `The payment is ${status}.`, ...details };
    this.report('payments', status, payment, reason);
  }

  /** The bank takes a chargeback back, and the money returns. @throws Refusal for a payment that was not charged back */
  cancelChargeback(payment: Payment): void {
    if (payment.status !== 'charged_back') throw new Refusal(`the payment is ${payment.status}`);
    payment.status = 'paid_out';
    const details = { origin: 'bank', cause: 'payment_chargeback_cancelled', description: 'Chargeback cancelled.' };
    this.report('payments', 'chargeback_cancelled', payment, details);
  }

  /** A payout deducts what a bank took back. @throws Refusal for a payment that was not taken back */
  settleLoss(payment: Payment): void {
    const actions: Record<string, string> = { failed: 'late_failure_settled', charged_back: 'chargeback_settled' };
    const action = actions[payment.status];
    if (action === undefined) throw new Refusal(`the payment is ${payment.status}`);
    this.report('payments', action, payment, { origin: 'gocardless', cause: action, description: 'Deducted.' });
  }

  /** People refund a part of a payment in GoCardless's own pages. @throws Refusal for more than the payment has */
  refundByHand(payment: Payment, amount: number): Refund {
    if (payment.amount_refunded + amount > payment.amount) throw new Refusal('the payment has less');
    payment.amount_refunded += amount;
    const refund = this.add(this.refunds, 'RF', {
      amount,
      currency: payment.currency,
      status: 'created',
      metadata: {},
      links: { payment: payment.id },
    });
    this.report('refunds', 'created', refund, {
      origin: 'gocardless',
      cause: 'refund_created',
      description: 'Created',
    });
    return refund;
  }

  /** Leads a payment to its payout, by each state between. */
  payOut(payment: Payment): void {
    for (const status of ['submitted', 'confirmed', 'paid_out'])
      if (nextStates[payment.status]?.includes(status) === true) this.movePayment(payment, status);
  }

  moveRefund(refund: Refund, status: string): void {
    refund.status = status;
    const payment = this.payments.get(refund.links['payment'] ?? '');
    if (payment && undone.includes(status)) payment.amount_refunded -= refund.amount;
    this.report('refunds', status, refund, { origin: 'gocardless', cause: `refund_${status}`, description: status });
  }

  /** When a page ends, in GoCardless's form. */
  pageEnd(): string {
    return new Date(this.#clock + 7 * day).toISOString();
  }

  ledger(): Ledger {
    return {
      payments: [...this.payments.values()].map(({ id, amount, currency, status, metadata }) => ({
        ...{ id, amount, currency, status },
        key: metadata['svc_payment_id'] ?? null,
      })),
      refunds: [...this.refunds.values()].map(({ id, amount, status, metadata, links }) => ({
        ...{ id, amount, status },
        key: metadata['svc_refund_key'] ?? null,
        payment: links['payment'] ?? '',
      })),
    };
  }
}

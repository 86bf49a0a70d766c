// Adyen: payments by stored methods, and pages. It checks keys, merchant accounts and bodies, gives the same answer to the
// same key, and reports what happens by signed items.
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { actOnAdyen } from './adyen-actions.ts';
import { AdyenBooks, type Payment, type Token } from './adyen-books.ts';
import { isAdyenCurrency } from './adyen-currencies.ts';
import * as schema from './adyen.schema.ts';
import { Failure, randomId } from './provider.ts';
import type { EventRequest, Ledger, Provider, ProviderAnswer, ProviderCall, ProviderEvent } from './provider.ts';

const version = '/v72';
const longestKey = 64;

function failure(status: number, errorCode: string, errorType: string, message: string): Failure {
  return new Failure({ status, body: { status, errorCode, errorType, message, pspReference: randomId('', 16) } });
}

const invalid = (message: string): Failure => failure(422, '100', 'validation', message);
const missing = (what: string): Failure => failure(404, '404', 'validation', `${what} was not found`);

/** An item of a delivery before it is signed. */
interface Item {
  pspReference: string;
  originalReference: string;
  merchantAccountCode: string;
  merchantReference: string;
  amount: { value: number; currency: string };
  eventCode: string;
  success: string;
  additionalData?: Record<string, string>;
}

export class Adyen implements Provider {
  emit: (event: ProviderEvent) => void = () => undefined;
  readonly books: AdyenBooks;
  readonly #key: string;
  readonly #hmacKey: string;
  readonly #merchantAccount: string;
  /** Answers by key, with the call that received them. */
  #answers = new Map<string, { call: string; answer: ProviderAnswer }>();

  constructor(key: string, hmacKey: string, merchantAccount: string) {
    this.#key = key;
    this.#hmacKey = hmacKey;
    this.#merchantAccount = merchantAccount;
    this.books = new AdyenBooks(merchantAccount, (event) => this.emit(event));
  }

  answer(call: ProviderCall): ProviderAnswer {
    if (call.headers['x-api-key'] !== this.#key)
      throw failure(401, '000', 'security', 'HTTP Status Response - Unauthorized');
    const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined;
    if (key === undefined) return this.#execute(call);
    if (key.length > longestKey) throw invalid('The idempotency key is too long');
    const made = `${call.path} ${JSON.stringify(call.body)}`;
    const earlier = this.#answers.get(key);
    if (earlier && earlier.call !== made && !call.path.endsWith('/paymentLinks'))
      throw invalid('The idempotency key belongs to another request');
    if (earlier) return earlier.answer;
    const answer = this.#execute(call);
    this.#answers.set(key, { call: made, answer });
    return answer;
  }

  #execute({ method, path, query, body }: ProviderCall): ProviderAnswer {
    if (!path.startsWith(`${version}/`)) throw missing('The path');
    const [, kind = '', id = '', action = ''] = path.slice(version.length).split('/');
    switch (`${method} ${kind}${id === '' ? '' : '/'}${action}`) {
      case 'POST paymentMethods':
        this.#checkMerchant(checked(schema.PaymentMethods, body));
        return { status: 200, body: { paymentMethods: [{ type: 'scheme', name: 'Cards' }] } };
      case 'GET storedPaymentMethods':
        return this.#listTokens(query);
      case 'DELETE storedPaymentMethods/':
        return this.#deleteToken(id, query);
      case 'POST payments':
        return this.#pay(checked(schema.Payment, body));
      case 'POST payments/refunds':
        return this.#refund(id, checked(schema.Refund, body));
      case 'POST payments/cancels':
        return this.#cancel(id, checked(schema.Cancel, body));
      case 'POST paymentLinks':
        return this.#openLink(checked(schema.PaymentLink, body));
      case 'GET paymentLinks/':
        return { status: 200, body: this.#link(id) };
      case 'PATCH paymentLinks/':
        return this.#expireLink(id, checked(schema.LinkUpdate, body));
      default:
        throw missing('The path');
    }
  }

  #checkMerchant({ merchantAccount }: { merchantAccount: string | null }): void {
    if (merchantAccount !== this.#merchantAccount) throw failure(403, '901', 'security', 'Invalid Merchant Account');
  }

  #checkCurrency({ amount: { currency } }: { amount: { currency: string } }): void {
    if (!isAdyenCurrency(currency)) throw failure(422, '138', 'validation', 'Unsupported currency specified');
  }

  #tokensOf(query: URLSearchParams): Token[] {
    this.#checkMerchant({ merchantAccount: query.get('merchantAccount') });
    const shopper = query.get('shopperReference');
    return [...this.books.tokens.values()].filter(({ shopperReference }) => shopperReference === shopper);
  }

  #listTokens(query: URLSearchParams): ProviderAnswer {
    const storedPaymentMethods = this.#tokensOf(query).map(({ refusal: _refusal, ...token }) => token);
    return { status: 200, body: { merchantAccount: this.#merchantAccount, storedPaymentMethods } };
  }

  #deleteToken(id: string, query: URLSearchParams): ProviderAnswer {
    if (!this.#tokensOf(query).some((token) => token.id === id)) throw missing('The token');
    this.books.tokens.delete(id);
    return { status: 204 };
  }

  /** A card answers at once; the bank of a SEPA debit decides later. */
  #pay(request: z.output<typeof schema.Payment>): ProviderAnswer {
    this.#checkMerchant(request);
    this.#checkCurrency(request);
    const { amount, reference, paymentMethod, shopperReference } = request;
    const token = this.books.tokens.get(paymentMethod.storedPaymentMethodId);
    if (token?.shopperReference !== shopperReference)
      throw failure(422, '803', 'validation', 'PaymentDetail not found');
    if (token.type !== paymentMethod.type) throw invalid('The type is not that of the stored method');
    if (amount.value === 0) throw invalid('The amount must be above 0');
    const pspReference = randomId('', 16);
    const { refusal } = token;
    const status = refusal ? 'Refused' : token.type === 'scheme' ? 'Authorised' : 'Received';
    const payment: Payment = { pspReference, reference, amount, shopperReference, status, refunded: 0 };
    this.books.payments.set(pspReference, payment);
    if (refusal && --refusal.times <= 0) delete token.refusal;
    if (status !== 'Received') this.books.reportAuthorization(payment, status === 'Authorised', refusal?.reason);
    const reasons = refusal ? { refusalReason: refusal.reason, refusalReasonCode: refusal.code } : {};
    return {
      status: 200,
      body: { pspReference, resultCode: status, amount, merchantReference: reference, ...reasons },
    };
  }

  #refund(id: string, request: z.output<typeof schema.Refund>): ProviderAnswer {
    this.#checkMerchant(request);
    const payment = this.books.payments.get(id);
    const { amount, reference = '' } = request;
    if (!payment) throw failure(422, '167', 'validation', 'Original pspReference required for this operation');
    if (amount.currency !== payment.amount.currency) throw invalid('The currency is not that of the payment');
    if (payment.status !== 'Authorised' || payment.refunded + amount.value > payment.amount.value)
      throw failure(422, '137', 'validation', 'Invalid amount specified');
    payment.refunded += amount.value;
    const pspReference = randomId('', 16);
    this.books.refunds.set(pspReference, { pspReference, reference, payment: id, amount, status: 'received' });
    const answer = { merchantAccount: this.#merchantAccount, paymentPspReference: id, pspReference, reference };
    return { status: 201, body: { ...answer, amount, status: 'received' } };
  }

  #cancel(id: string, request: z.output<typeof schema.Cancel>): ProviderAnswer {
    this.#checkMerchant(request);
    const payment = this.books.payments.get(id);
    if (!payment) throw failure(422, '167', 'validation', 'Original pspReference required for this operation');
    const isOpen = payment.status === 'Received';
    if (isOpen) payment.status = 'Cancelled';
    const pspReference = randomId('', 16);
    const { reference: merchantReference, amount } = payment;
    const event = { eventCode: 'CANCELLATION', pspReference, originalReference: id, merchantReference, amount };
    this.books.report({ ...event, success: isOpen, ...(isOpen ? {} : { reason: 'Transaction is captured' }) });
    return {
      status: 201,
      body: { merchantAccount: this.#merchantAccount, paymentPspReference: id, pspReference, status: 'received' },
    };
  }

  #openLink(request: z.output<typeof schema.PaymentLink>): ProviderAnswer {
    this.#checkMerchant(request);
    this.#checkCurrency(request);
    const id = randomId('PL', 16);
    const { amount, reference, shopperReference, expiresAt } = request;
    const url = `https://test.adyen.link/${id}`;
    const link = { id, url, status: 'active', amount, reference, shopperReference, expiresAt };
    this.books.links.set(id, link);
    return { status: 201, body: { ...request, ...link } };
  }

  #link(id: string) {
    const link = this.books.links.get(id);
    if (!link) throw missing('The payment link');
    return { ...link, merchantAccount: this.#merchantAccount };
  }

  #expireLink(id: string, { status }: z.output<typeof schema.LinkUpdate>): ProviderAnswer {
    const link = this.books.links.get(id);
    if (!link) throw missing('The payment link');
    if (link.status !== 'active') throw invalid('The payment link is not active');
    link.status = status;
    return { status: 200, body: this.#link(id) };
  }

  tooMany(): ProviderAnswer {
    return failure(429, '429', 'security', 'Too many requests').answer;
  }

  broken(): ProviderAnswer {
    return failure(500, '905', 'internal', 'Internal error').answer;
  }

  pack(events: readonly ProviderEvent[], isForged: boolean): EventRequest {
    const notificationItems = events.map(({ payload }) => ({
      NotificationRequestItem: this.#signed(payload as Item, isForged),
    }));
    const body = JSON.stringify({ live: 'false', notificationItems });
    return { body, headers: { 'content-type': 'application/json' } };
  }

  #signed(item: Item, isForged: boolean): Item {
    const { pspReference, originalReference, merchantAccountCode, merchantReference, amount, eventCode } = item;
    const parts = [pspReference, originalReference, merchantAccountCode, merchantReference];
    const data = [...parts, amount.value, amount.currency, eventCode, item.success].join(':');
    const key = Buffer.from(isForged ? '00'.repeat(32) : this.#hmacKey, 'hex');
    const hmacSignature = createHmac('sha256', key).update(data).digest('base64');
    return { ...item, additionalData: { ...item.additionalData, hmacSignature } };
  }

  isConfirmed(status: number, body: string): boolean {
    return status === 200 && body === '[accepted]';
  }

  evictKeys(): void {
    this.#answers = new Map();
  }

  ledger(): Ledger {
    return this.books.ledger();
  }

  act(action: string, body: Record<string, unknown>): unknown {
    return actOnAdyen(this.books, action, body);
  }
}

function checked<T extends z.ZodType>(accepted: T, body: unknown): z.output<T> {
  const result = accepted.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

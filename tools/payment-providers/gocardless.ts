// GoCardless: direct debits on mandates. It checks tokens, headers and bodies, makes each object once for a key, and keeps
// the states of payments.
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { GoCardlessBooks, type Linked, type Metadata, type Stored } from './gocardless-books.ts';
import { actOnGoCardless } from './gocardless-actions.ts';
import { Failure } from './provider.ts';
import type { EventRequest, Ledger, Provider, ProviderAnswer, ProviderCall, ProviderEvent } from './provider.ts';
import * as schema from './gocardless.schema.ts';

const version = '2015-07-06';
const largestPage = 500;

interface ErrorReason {
  reason: string;
  message: string;
  field?: string;
  links?: Record<string, string>;
}

function failure(status: number, type: string, message: string, errors: ErrorReason[] = []): Failure {
  const request_id = 'request_of_the_double';
  return new Failure({ status, body: { error: { message, errors, type, request_id, code: status } } });
}

const usage = (status: number, reason: string, message: string): Failure =>
  failure(status, 'invalid_api_usage', message, [{ reason, message }]);
const state = (reason: string, message: string, links?: Record<string, string>): Failure =>
  failure(links ? 409 : 422, 'invalid_state', message, [{ reason, message, ...(links ? { links } : {}) }]);
const missing = (): Failure => usage(404, 'resource_not_found', 'Resource not found');

type Collection = 'customers' | 'mandates' | 'payments' | 'refunds';

export class GoCardless implements Provider {
  emit: (event: ProviderEvent) => void = () => undefined;
  readonly books = new GoCardlessBooks((event) => this.emit(event));
  /** A token that may only read. */
  readonly readOnlyToken: string;
  readonly #token: string;
  readonly #secret: string;
  /** The objects that keys made, by path and key. */
  #keys = new Map<string, string>();

  constructor(token: string, secret: string) {
    this.#token = token;
    this.#secret = secret;
    this.readOnlyToken = `${token}_read`;
  }

  answer(call: ProviderCall): ProviderAnswer {
    this.#checkHeaders(call);
    const [, kind = '', id = '', actions, action] = call.path.split('/');
    if (call.method === 'GET') return id === '' ? this.#list(kind, call.query) : this.#read(kind, id);
    if (call.method === 'POST' && id === '') return this.#create(kind, call);
    if (call.method === 'POST' && actions === 'actions') return this.#act(kind, id, action ?? '', call);
    if (call.method === 'PUT' && kind === 'customers') return this.#update(id, call);
    if (call.method === 'DELETE' && kind === 'customers') return this.#remove(id);
    throw usage(404, 'path_not_found', 'Path not found');
  }

  #checkHeaders({ method, headers, body }: ProviderCall): void {
    const token = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1];
    if (token !== this.#token && token !== this.readOnlyToken)
      throw usage(401, 'access_token_not_found', 'The access token you have used is not a recognised token');
    if (token === this.readOnlyToken && method !== 'GET')
      throw usage(403, 'insufficient_permissions', 'The access token has no permission for this request');
    if (headers['gocardless-version'] !== version)
      throw usage(400, 'missing_version_header', `GoCardless-Version must be ${version}`);
    if (method !== 'POST' && method !== 'PUT') return;
    if (body === undefined || typeof body === 'string') throw usage(400, 'invalid_json', 'The body is not JSON');
    if (headers['content-type']?.startsWith('application/json') !== true)
      throw usage(415, 'invalid_content_type', 'The content type must be application/json');
  }

  #create(kind: string, { body, headers, path }: ProviderCall): ProviderAnswer {
    const made = `${path} ${headers['idempotency-key'] ?? ''}`;
    const earlier = this.#keys.get(made);
    if (earlier !== undefined) {
      const message = 'A resource has already been created with this idempotency key';
      throw state('idempotent_creation_conflict', message, { conflicting_resource_id: earlier });
    }
    const object = this.#make(kind, (body as Record<string, unknown>)[kind]);
    if (headers['idempotency-key'] !== undefined) this.#keys.set(made, object.id);
    return { status: 201, body: { [kind]: object } };
  }

  #make(kind: string, body: unknown): Stored {
    const { books } = this;
    switch (kind) {
      case 'customers': {
        const { metadata = {}, ...fields } = checked(schema.CustomerCreate, body);
        return books.add(books.customers, 'CU', { ...fields, metadata });
      }
      case 'billing_requests': {
        const { links, mandate_request, metadata = {} } = checked(schema.BillingRequestCreate, body);
        if (!books.customers.has(links.customer)) throw missing();
        return books.add(books.requests, 'BRQ', { status: 'pending', mandate_request, metadata, links });
      }
      case 'billing_request_flows': {
        const { links, ...fields } = checked(schema.FlowCreate, body);
        if (!books.requests.has(links.billing_request)) throw missing();
        const flow = books.add(books.flows, 'BRF', { ...fields, links, metadata: {}, expires_at: books.pageEnd() });
        flow['authorisation_url'] = `https://pay-sandbox.gocardless.com/obauth/${flow.id}`;
        return flow;
      }
      case 'payments':
        return this.#makePayment(checked(schema.PaymentCreate, body));
      case 'refunds':
        return this.#makeRefund(checked(schema.RefundCreate, body));
      default:
        throw usage(404, 'path_not_found', 'Path not found');
    }
  }

  #makePayment({ links, metadata = {}, ...fields }: z.output<typeof schema.PaymentCreate>): Stored {
    const { books } = this;
    const mandate = books.mandates.get(links.mandate);
    if (!mandate) throw missing();
    if (!books.isUsable(mandate)) throw state('mandate_is_inactive', 'The mandate for this resource is inactive');
    const status = mandate['asks_approval'] === true ? 'pending_customer_approval' : 'pending_submission';
    const all = { ...fields, status, amount_refunded: 0, metadata };
    const payment = books.add(books.payments, 'PM', { ...all, links: { ...links, creditor: books.creditor.id } });
    books.report('payments', 'created', payment, { origin: 'api', cause: 'payment_created', description: 'Created.' });
    return payment;
  }

  #makeRefund(refund: z.output<typeof schema.RefundCreate>): Stored {
    const { links, metadata = {}, total_amount_confirmation: total, ...fields } = refund;
    const { books } = this;
    const payment = books.payments.get(links.payment);
    if (!payment) throw missing();
    if (payment.status !== 'paid_out' && payment.status !== 'confirmed')
      throw state('refund_payment_invalid_state', 'The payment is in a state in which it cannot be refunded');
    if (payment.amount_refunded + fields.amount !== total)
      throw invalid('total_amount_confirmation', 'is not the sum of all refunds', 'total_amount_confirmation_invalid');
    if (total > payment.amount) throw state('available_refund_amount_insufficient', 'The amount exceeds the payment');
    payment.amount_refunded = total;
    const { currency } = payment;
    const made = books.add(books.refunds, 'RF', { ...fields, status: 'created', currency, metadata, links });
    books.report('refunds', 'created', made, { origin: 'api', cause: 'refund_created', description: 'Created.' });
    return made;
  }

  #act(kind: string, id: string, action: string, { body }: ProviderCall): ProviderAnswer {
    checked(schema.Action, (body as { data?: unknown }).data);
    const { books } = this;
    if (action !== 'cancel') throw usage(404, 'path_not_found', 'Path not found');
    if (kind === 'payments') {
      const payment = books.payments.get(id);
      if (!payment) throw missing();
      if (payment.status !== 'pending_submission' && payment.status !== 'pending_customer_approval')
        throw state('cancellation_failed', 'The payment cannot be cancelled any more');
      books.movePayment(payment, 'cancelled', { origin: 'api', cause: 'payment_cancelled' });
      return { status: 200, body: { payments: payment } };
    }
    const mandate = books.mandates.get(id);
    if (kind !== 'mandates' || !mandate) throw missing();
    if (!books.isUsable(mandate)) throw state('cancellation_failed', 'The mandate has ended already');
    books.endMandate(mandate, 'api');
    return { status: 200, body: { mandates: mandate } };
  }

  #update(id: string, { body }: ProviderCall): ProviderAnswer {
    const customer = this.books.customers.get(id);
    if (!customer) throw missing();
    Object.assign(customer, checked(schema.CustomerUpdate, (body as { customers?: unknown }).customers));
    return { status: 200, body: { customers: customer } };
  }

  #remove(id: string): ProviderAnswer {
    const customer = this.books.customers.get(id);
    if (!customer) throw missing();
    for (const mandate of this.books.mandates.values())
      if (mandate.links['customer'] === id && this.books.isUsable(mandate)) this.books.endMandate(mandate, 'api');
    this.books.customers.delete(id);
    return { status: 200, body: { customers: customer } };
  }

  #read(kind: string, id: string): ProviderAnswer {
    const { accounts, requests, customers, mandates, payments, refunds } = this.books;
    const collections: Record<string, ReadonlyMap<string, Stored>> = {
      ...{ customers, mandates, payments, refunds },
      customer_bank_accounts: accounts,
      billing_requests: requests,
    };
    const object = collections[kind]?.get(id);
    if (!object) throw missing();
    return { status: 200, body: { [kind]: object } };
  }

  /** Newest first, as GoCardless lists. */
  #list(kind: string, query: URLSearchParams): ProviderAnswer {
    const { books } = this;
    if (kind === 'creditors')
      return { status: 200, body: { creditors: [books.creditor], meta: { limit: 50, cursors: { after: null } } } };
    const collections: Record<Collection, ReadonlyMap<string, Stored>> = books;
    if (!(['customers', 'mandates', 'payments', 'refunds'] as string[]).includes(kind)) throw missing();
    const limit = Number(query.get('limit') ?? 50);
    if (!Number.isInteger(limit) || limit < 1 || limit > largestPage) throw invalid('limit', 'is not from 1 to 500');
    const matching = [...collections[kind as Collection].values()].filter((one) => this.#matches(one, query));
    const newest = matching.toReversed();
    const start = newest.findIndex(({ id }) => id === query.get('after')) + 1;
    const page = newest.slice(start, start + limit);
    const after = start + limit < newest.length ? (page.at(-1)?.id ?? null) : null;
    return { status: 200, body: { [kind]: page, meta: { limit, cursors: { before: null, after } } } };
  }

  #matches(object: Stored, query: URLSearchParams): boolean {
    for (const [name, value] of query) {
      if (name === 'limit' || name === 'after') continue;
      if (name === 'created_at[gte]') {
        if (object.created_at < value) return false;
      } else if (name === 'status') {
        if (!value.split(',').includes((object as Linked).status)) return false;
      } else if (name === 'customer') {
        if (this.#customerOf(object as Linked) !== value) return false;
      } else if (name === 'payment' || name === 'mandate') {
        if ((object['links'] as Metadata)[name] !== value) return false;
      } else throw usage(400, 'unknown_filter', `the double does not model the filter ${name}`);
    }
    return true;
  }

  #customerOf({ links }: Linked): string | undefined {
    return links['customer'] ?? this.books.mandates.get(links['mandate'] ?? '')?.links['customer'];
  }

  tooMany(): ProviderAnswer {
    return usage(429, 'rate_limit_exceeded', 'Rate limit exceeded').answer;
  }

  broken(): ProviderAnswer {
    return failure(500, 'gocardless', 'Internal server error').answer;
  }

  pack(events: readonly ProviderEvent[], isForged: boolean): EventRequest {
    const body = JSON.stringify({ events: events.map(({ payload }) => payload), meta: { webhook_id: 'WB1' } });
    const secret = isForged ? 'of another endpoint' : this.#secret;
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'webhook-signature': signature } };
  }

  isConfirmed(status: number): boolean {
    return status >= 200 && status < 300;
  }

  evictKeys(): void {
    this.#keys = new Map();
  }

  ledger(): Ledger {
    return this.books.ledger();
  }

  act(action: string, body: Record<string, unknown>): unknown {
    if (action === 'read_only_token') return { token: this.readOnlyToken };
    return actOnGoCardless(this.books, action, body);
  }
}

function invalid(field: string, message: string, reason = 'invalid'): Failure {
  return failure(422, 'validation_failed', 'Validation failed', [{ reason, field, message }]);
}

function checked<T extends z.ZodType>(accepted: T, body: unknown): z.output<T> {
  const result = accepted.safeParse(body);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message, code }) => ({
    reason: code === 'unrecognized_keys' ? 'unknown_parameter' : 'invalid',
    field: path.join('.'),
    message,
  }));
  throw failure(422, 'validation_failed', 'Validation failed', errors);
}

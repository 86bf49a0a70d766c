import { Injectable } from '@nestjs/common';
import { Stripe } from 'stripe';
import type { Instant } from '@tollgate/platform';
import type { MethodDetails } from '../../model/tables/providers.tables.js';
import type {
  BankAccount,
  ChargeOutcome,
  ChargeReference,
  ChargeRequest,
  CustomerData,
  Hold,
  HoldRequest,
  InboundDelivery,
  InboundEndpoint,
  InboundEvent,
  InstructionsRequest,
  PaymentPageRequest,
  PaymentProvider,
  ProviderAccount,
  ProviderEvent,
  ProviderHealth,
  ProviderMethod,
  ProviderPage,
  Refused,
  RefundOutcome,
  RefundRequest,
  SetupRequest,
} from '../payment-provider.js';
import { amountFault } from '../currency-units.rules.js';
import { ifThere, orRefused } from './answers.js';
import { cancelCharge, findCharge, makeCharge } from './charges.js';
import { isMissing, meaningOf, plainError } from './errors.rules.js';
import { handledEvents, readStripeEvent } from './events.rules.js';
import { makeHold } from './holds.js';
import { findRefund, makeRefund } from './refunds.js';
import {
  balance,
  customerParams,
  newCustomerParams,
  paymentPageParams,
  refusalOfBalance,
  setupPageParams,
  typesToSetUp,
} from './requests.rules.js';
import { accountsOf, instructionsParams } from './instructions.rules.js';
import { checkRights } from './rights.js';
import { methodOf } from './states.rules.js';
import { stripeCurrencies } from './stripe.currencies.js';
import { callStripe, StripeClients, stripeVersion } from './stripe-clients.js';

/** The age of a signature that is still accepted, in seconds (webhooks, section 13). */
const tolerance = 300;
/** An account has fewer endpoints. */
const mostEndpoints = 100;

/** Stripe (webhooks, section 11): the SDK makes the calls, and pure functions convert what it takes and answers. */
@Injectable()
export class StripeProvider implements PaymentProvider {
  readonly opensPaymentPages = true;
  readonly endpointEvents = handledEvents.join();

  constructor(private readonly clients: StripeClients) {}

  readEvent(_account: ProviderAccount, event: InboundEvent): Promise<ProviderEvent | null> {
    return Promise.resolve(readStripeEvent(event));
  }

  checkHealth(account: ProviderAccount): Promise<ProviderHealth> {
    return checkRights(this.clients.of(account));
  }

  /** Stripe shows the secret only in the answer to the creation. An endpoint whose answer was lost is replaced. */
  async registerEndpoint(account: ProviderAccount, url: string): Promise<InboundEndpoint | Refused> {
    const { webhookEndpoints } = this.clients.of(account);
    const made = await orRefused(async () => {
      const { data } = await webhookEndpoints.list({ limit: mostEndpoints });
      for (const { id } of data.filter((endpoint) => endpoint.url === url)) await webhookEndpoints.del(id);
      return webhookEndpoints.create({
        url,
        enabled_events: handledEvents,
        api_version: stripeVersion,
        description: 'Tollgate',
      });
    });
    if ('refused' in made) return made;
    if (made.secret === undefined) throw new Error('Stripe: the endpoint came without its secret');
    return { id: made.id, secret: made.secret };
  }

  async moveEndpoint(account: ProviderAccount, endpointId: string, url: string): Promise<Refused | null> {
    const changes = { url, enabled_events: handledEvents };
    const moved = await orRefused(() => this.clients.of(account).webhookEndpoints.update(endpointId, changes));
    return 'refused' in moved ? moved : null;
  }

  async removeEndpoint(account: ProviderAccount, endpointId: string): Promise<void> {
    await ifThere(() => this.clients.of(account).webhookEndpoints.del(endpointId));
  }

  async createCustomer(account: ProviderAccount, data: CustomerData, key: string): Promise<{ id: string } | Refused> {
    const params = newCustomerParams(data);
    const made = await orRefused(() => this.clients.of(account).customers.create(params, { idempotencyKey: key }));
    return 'refused' in made ? made : { id: made.id };
  }

  async findCustomer(account: ProviderAccount, ourId: string): Promise<{ id: string } | null> {
    const query = `metadata['svc_customer_id']:'${ourId}'`;
    const { data } = await callStripe(() => this.clients.of(account).customers.search({ query, limit: 1 }));
    return data[0] ? { id: data[0].id } : null;
  }

  async updateCustomer(account: ProviderAccount, customerId: string, data: CustomerData): Promise<Refused | null> {
    const updated = await orRefused(() => this.clients.of(account).customers.update(customerId, customerParams(data)));
    return 'refused' in updated ? updated : null;
  }

  async deleteCustomer(account: ProviderAccount, customerId: string): Promise<Refused | null> {
    const deleted = await orRefused(() => ifThere(() => this.clients.of(account).customers.del(customerId)));
    return deleted && 'refused' in deleted ? deleted : null;
  }

  /** The method of invoices, else the newest card. */
  async findDefaultMethod(account: ProviderAccount, customerId: string): Promise<ProviderMethod | null | Refused> {
    const stripe = this.clients.of(account);
    return orRefused(async () => {
      const customer = await stripe.customers.retrieve(customerId, {
        expand: ['invoice_settings.default_payment_method'],
      });
      if (customer.deleted) return null;
      const chosen = customer.invoice_settings.default_payment_method;
      if (chosen !== null && typeof chosen === 'object') return methodOf(chosen);
      const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 });
      return data[0] ? methodOf(data[0]) : null;
    });
  }

  async readInstructions(account: ProviderAccount, request: InstructionsRequest): Promise<BankAccount[] | Refused> {
    const refusal = refusalOfBalance({ ...request, methodTypes: [balance] });
    if (refusal) return { refused: refusal };
    const { customers } = this.clients.of(account);
    const made = await orRefused(() =>
      customers.createFundingInstructions(request.customerId, instructionsParams(request)),
    );
    return 'refused' in made ? made : accountsOf(made);
  }

  async describeMethod(account: ProviderAccount, methodId: string): Promise<MethodDetails | null> {
    const method = await ifThere(() => this.clients.of(account).paymentMethods.retrieve(methodId));
    return method && methodOf(method).details;
  }

  async makeDefault(account: ProviderAccount, customerId: string, methodId: string): Promise<void> {
    const settings = { invoice_settings: { default_payment_method: methodId } };
    await ifThere(() => this.clients.of(account).customers.update(customerId, settings));
  }

  async detachMethod(account: ProviderAccount, _customerId: string, methodId: string): Promise<void> {
    try {
      await this.clients.of(account).paymentMethods.detach(methodId);
    } catch (error) {
      // A method of no customer is refused: it is detached already.
      if (!isMissing(error) && meaningOf(error) !== 'refused') throw plainError(error);
    }
  }

  async openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage | Refused | null> {
    if (typesToSetUp(request.methodTypes).length === 0) return null;
    const params = setupPageParams(request, account);
    return pageOf(await orRefused(() => this.clients.of(account).checkout.sessions.create(params)));
  }

  async openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage | Refused> {
    const fault = amountFault(stripeCurrencies, request.invoice.amountCents, request.invoice.currency);
    if (fault) return { refused: fault };
    const params = paymentPageParams(request, account);
    const key = { idempotencyKey: request.key };
    return pageOf(await orRefused(() => this.clients.of(account).checkout.sessions.create(params, key)));
  }

  async closePage(account: ProviderAccount, pageId: string): Promise<void> {
    try {
      await this.clients.of(account).checkout.sessions.expire(pageId);
    } catch (error) {
      // Only an open page can expire.
      if (meaningOf(error) !== 'refused') throw plainError(error);
    }
  }

  charge(account: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome> {
    return makeCharge(this.clients.of(account), account, request);
  }

  findCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null> {
    return findCharge(this.clients.of(account), reference);
  }

  cancelCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null> {
    return cancelCharge(this.clients.of(account), reference);
  }

  hold(account: ProviderAccount, request: HoldRequest): Promise<Hold | Refused> {
    return makeHold(this.clients.of(account), account, request);
  }

  refund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome> {
    return makeRefund(this.clients.of(account), request);
  }

  findRefund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome | null> {
    return findRefund(this.clients.of(account), request);
  }

  /** A delivery holds one event. The signature covers its bytes and its time. */
  openDelivery(
    { secrets: { webhookSecret } }: ProviderAccount,
    { body, headers }: InboundDelivery,
    now: Instant,
  ): InboundEvent[] | null {
    const signature = headers['stripe-signature'];
    if (webhookSecret === null || typeof signature !== 'string') return null;
    try {
      const event: unknown = Stripe.webhooks.constructEvent(body, signature, webhookSecret, tolerance, undefined, now);
      const payload = event as Record<string, unknown>;
      const { id } = payload;
      return typeof id === 'string' ? [{ id, payload }] : null;
    } catch {
      return null;
    }
  }
}

function pageOf(session: Stripe.Checkout.Session | Refused): ProviderPage | Refused {
  if ('refused' in session) return session;
  const { id, url, expires_at: expiresAt } = session;
  if (url === null) return { refused: { message: 'Stripe opened no page.', error_code: 'payment_provider_error' } };
  return { id, url, expiresAt: expiresAt * 1000 };
}

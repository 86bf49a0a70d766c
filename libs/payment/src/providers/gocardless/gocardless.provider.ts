import { Injectable } from '@nestjs/common';
import type { BillingRequest, BillingRequestFlow, Mandate } from 'gocardless-nodejs/types';
import type { MethodDetails } from '../../model/tables/providers.tables.js';
import type {
  ChargeOutcome,
  ChargeReference,
  ChargeRequest,
  CreatedCustomer,
  CustomerData,
  InboundDelivery,
  InboundEvent,
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
import { callGoCardless, ifThere, inTime, orRefused } from './answers.js';
import { cancelCharge, findCharge, makeCharge } from './charges.js';
import { healthOf, isRefusal, plainError } from './errors.rules.js';
import { openDelivery, readEvent } from './events.js';
import { GoCardlessClients } from './gocardless-clients.js';
import { newestMethod, readMethod } from './mandates.js';
import { findRefund, makeRefund } from './refunds.js';
import { customerParams, defaultRedirect, scheme } from './requests.rules.js';

/** Customers of an account that a search reads, in pages. */
const mostPages = 10;
const pageSize = 500;
/** An id that no customer has. */
const unknownCustomer = 'CU000TOLLGATE';

/**
 * GoCardless (webhooks, section 12): direct debits on mandates. People enter the address of our events there. It has no
 * page for one invoice, and stores the data of a customer only once.
 */
@Injectable()
export class GoCardlessProvider implements PaymentProvider {
  readonly opensPaymentPages = false;
  readonly endpointEvents = '';

  constructor(private readonly clients: GoCardlessClients) {}

  /** The token must read and write: GoCardless checks that before it searches a customer. */
  async checkHealth(account: ProviderAccount): Promise<ProviderHealth> {
    const client = this.clients.of(account);
    try {
      const { creditors } = await inTime(() => client.creditors.list({ limit: pageSize }));
      await ifThere(() => client.customers.update(unknownCustomer, { metadata: {} }));
      // An account never loses its oldest creditor, which comes last.
      const accountId = creditors.at(-1)?.id;
      return { status: 'working', error: null, ...(accountId === undefined ? {} : { accountId }) };
    } catch (error) {
      return healthOf(error);
    }
  }

  registerEndpoint(): Promise<null> {
    return Promise.resolve(null);
  }

  moveEndpoint(): Promise<null> {
    return Promise.resolve(null);
  }

  async removeEndpoint(): Promise<void> {}

  async createCustomer(account: ProviderAccount, data: CustomerData, key: string): Promise<CreatedCustomer | Refused> {
    const params = customerParams(data);
    const made = await orRefused(() => this.clients.of(account).customers.create(params, key));
    if ('refused' in made) return made;
    if (made.id === undefined) throw new Error('GoCardless: the customer came without its id');
    return { id: made.id };
  }

  /** Reads the customers, newest first, up to the one with our id. */
  async findCustomer(account: ProviderAccount, ourId: string): Promise<CreatedCustomer | null> {
    const client = this.clients.of(account);
    let after: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const cursor: { after?: string } = after === null ? {} : { after };
      const filters = { limit: pageSize, ...cursor };
      const { customers, meta } = await callGoCardless(() => client.customers.list(filters));
      const found = customers.find(({ metadata }) => metadata?.['svc_customer_id'] === ourId);
      if (found?.id !== undefined) return { id: found.id };
      after = meta.cursors.after ?? null;
      if (after === null) break;
    }
    return null;
  }

  /** Nothing is sent to GoCardless (webhooks, section 10.1). */
  updateCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  async deleteCustomer(account: ProviderAccount, customerId: string): Promise<Refused | null> {
    const removed = await orRefused(() => ifThere(() => this.clients.of(account).customers.remove(customerId)));
    return removed && 'refused' in removed ? removed : null;
  }

  findDefaultMethod(account: ProviderAccount, customerId: string): Promise<ProviderMethod | null | Refused> {
    return newestMethod(this.clients.of(account), customerId);
  }

  async describeMethod(account: ProviderAccount, methodId: string): Promise<MethodDetails | null> {
    const client = this.clients.of(account);
    const mandate = await ifThere<Mandate>(() => client.mandates.find(methodId));
    return mandate && (await readMethod(client, mandate)).details;
  }

  /** GoCardless knows no default. */
  async makeDefault(): Promise<void> {}

  /** Cancels the mandate, and with it the payments that GoCardless has not submitted yet. */
  async detachMethod(account: ProviderAccount, _customerId: string, methodId: string): Promise<void> {
    try {
      await inTime(() => this.clients.of(account).mandates.cancel(methodId));
    } catch (error) {
      // A mandate that ended before cannot be cancelled.
      if (!isRefusal(error)) throw plainError(error);
    }
  }

  /** A request for a mandate, and the page on which the payer agrees to it. */
  async openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage | Refused> {
    const client = this.clients.of(account);
    const links = { customer: request.providerCustomerId };
    const requested = await orRefused<BillingRequest>(() =>
      client.billingRequests.create({ mandate_request: { scheme }, links }),
    );
    if ('refused' in requested) return requested;
    const redirect = account.redirectUrl ?? defaultRedirect;
    const flow = await orRefused<BillingRequestFlow>(() =>
      client.billingRequestFlows.create({
        redirect_uri: redirect,
        exit_uri: redirect,
        links: { billing_request: requested.id ?? '' },
      }),
    );
    if ('refused' in flow) return flow;
    if (flow.authorisation_url === undefined) return { refused: noPage };
    const { id, authorisation_url: url, expires_at: expiresAt } = flow;
    return { id, url, expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt) };
  }

  /** Callers first read whether there are such pages (webhooks, section 15). */
  openPayment(): Promise<Refused> {
    return Promise.resolve({
      refused: { message: 'GoCardless has no page for an invoice.', error_code: 'invalid_payment_provider' },
    });
  }

  async closePage(): Promise<void> {}

  charge(account: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome> {
    return makeCharge(this.clients.of(account), request);
  }

  findCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null> {
    return findCharge(this.clients.of(account), reference);
  }

  cancelCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null> {
    return cancelCharge(this.clients.of(account), reference);
  }

  refund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome> {
    return makeRefund(this.clients.of(account), request);
  }

  findRefund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome | null> {
    return findRefund(this.clients.of(account), request);
  }

  openDelivery({ secrets: { webhookSecret } }: ProviderAccount, delivery: InboundDelivery): InboundEvent[] | null {
    return openDelivery(webhookSecret, delivery);
  }

  readEvent(account: ProviderAccount, event: InboundEvent): Promise<ProviderEvent | null> {
    return readEvent(this.clients.of(account), event);
  }
}

const noPage = { message: 'GoCardless opened no page.', error_code: 'payment_provider_error' };

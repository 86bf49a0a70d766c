import type { Instant } from '@tollgate/platform';
import type { ProviderError } from '../model/tables/payments.tables.js';
import type { MethodDetails } from '../model/tables/providers.tables.js';

/** The organization and the connection of a provider call, with what the provider needs to know of them. */
export interface ProviderAccount {
  organizationId: string;
  connectionId: string;
  /** The opened secrets; empty for a provider without any. They belong in no log, answer or message. */
  secrets: ProviderSecrets;
  /** Where the provider's pages send the payer afterwards; null for the provider's own default. */
  redirectUrl: string | null;
  /** Whether payers must accept terms on the provider's pages. */
  requiresConsent: boolean;
  /** Whether payers may confirm payments later (3-D Secure). */
  supportsActions: boolean;
  /** Of Adyen: the merchant account, and the prefix of live addresses; null otherwise. */
  merchantAccount: string | null;
  livePrefix: string | null;
}

/** The secrets of a connection. */
export interface ProviderSecrets {
  /** The key of calls to the provider. */
  key: string | null;
  /** The secret with which the provider signs its events. */
  webhookSecret: string | null;
}

/** A refusal of a provider, in its own words. It is final; an unknown outcome is an exception. */
export interface Refused {
  refused: ProviderError;
}

/** The data of a customer that its provider stores. */
export interface CustomerData {
  /** Our id and the caller's id. */
  id: string;
  externalId: string;
  name: string | null;
  /** The parts of the name. A customer that was frozen by an earlier version has none. */
  names?: CustomerNames;
  email: string | null;
  phone: string | null;
  address: CustomerAddress;
  /** Ways to pay that the customer may use, such as `card`. */
  methodTypes: readonly string[];
}

/** The name of a company, and those of a person. */
export interface CustomerNames {
  company: string | null;
  first: string | null;
  last: string | null;
}

export interface CustomerAddress {
  line1: string | null;
  line2: string | null;
  city: string | null;
  postalCode: string | null;
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** A customer that a provider created. */
export interface CreatedCustomer {
  id: string;
  /** Whether the customer exists there only when its payer has agreed on a page: an event reports that. */
  awaitsPayer?: boolean;
}

/** A payment method at a provider. */
export interface ProviderMethod {
  id: string;
  /** Details for documents; null where the caller reads them (`describeMethod`). */
  details: MethodDetails | null;
  /** The payer's agreement to direct debits; null without one, and where the details name it. */
  mandateId: string | null;
}

/** A request for the bank account to which a customer sends its transfers. */
export interface InstructionsRequest {
  customerId: string;
  /** ISO 4217. */
  currency: string;
  /** ISO 3166-1 alpha-2. */
  countries: { customer: string | null; issuer: string | null };
}

/** The parts of a bank account that a payer enters. */
export type BankDetail =
  | 'account_holder'
  | 'bank_name'
  | 'bank_code'
  | 'branch_name'
  | 'branch_code'
  | 'account_type'
  | 'account_number'
  | 'routing_number'
  | 'sort_code'
  | 'iban'
  | 'bic'
  | 'swift_code'
  | 'clabe';

/** A bank account, its parts in the order in which payers enter them. */
export type BankAccount = Partial<Record<BankDetail, string>>;

/** A payment requested from a provider. */
export interface ChargeRequest {
  /** Our idempotency key. The provider makes the payment once, as long as it remembers the key. */
  key: string;
  amountCents: bigint;
  currency: string;
  /** The ids of customer and method at the provider; a method of null is a bank transfer by the customer. */
  customerId: string;
  methodId: string | null;
  /** The ways to pay that the customer may use, and the countries of customer and issuer. */
  methodTypes: readonly string[];
  countries: { customer: string | null; issuer: string | null };
  /** The text for the payer, and our names of the payment's parts for the provider's records. */
  description: string;
  metadata: Record<string, string>;
  /** Whether the payer can confirm the payment: an action is then an outcome, not a refusal. */
  mayRequireAction: boolean;
  /** Whether an earlier payment failed because the bank required the payer: this one has the payer confirm it. */
  onSession: boolean;
  /** The organization's time, Unix ms. */
  at: Instant;
}

/** The reference to a payment at its provider: the provider's id, else our key. */
export interface ChargeReference {
  key: string;
  /** The provider's id; null until it is known. */
  id: string | null;
  /** The customer's id at the provider. */
  customerId: string;
  /** When the payment was first requested, Unix ms. */
  requestedAt: Instant;
}

/** The state of a payment at a provider. */
export interface ChargeOutcome {
  /** Its id at the provider; null when the provider made none. */
  id: string | null;
  status: 'succeeded' | 'processing' | 'failed';
  /** The provider's own status. */
  providerStatus: string;
  /** The next action of the payer, in the provider's words; null for none. */
  nextAction: Record<string, unknown> | null;
  /** The address where the payer acts; null for none. */
  actionUrl: string | null;
  error: ProviderError | null;
  /**
   * A failure without a `message`, or also without a change of the `invoice`, which stays pending (webhooks, section
   * 10.3). Absent: a failure with both.
   */
  quiet?: 'message' | 'invoice';
}

/** An amount to hold on a customer's card, without taking it. */
export interface HoldRequest {
  /** Our idempotency key. The provider holds the amount once, as long as it remembers the key. */
  key: string;
  amountCents: bigint;
  currency: string;
  /** The ids of customer and method at the provider. */
  customerId: string;
  methodId: string;
  metadata: Record<string, string>;
}

/** An amount that a provider holds. */
export interface Hold {
  id: string;
  /** The provider's own status. */
  providerStatus: string;
  /** In cents: requested, and held. */
  amountCents: bigint;
  capturableCents: bigint;
}

/** The refund of a part of a charge. */
export interface RefundRequest {
  /** Our idempotency key. */
  key: string;
  /** The key and the provider's id of the charge. */
  chargeKey: string;
  chargeId: string | null;
  amountCents: bigint;
  currency: string;
  /** The reason of the credit note; null for none. */
  reason: string | null;
}

/** The state of a refund at a provider. */
export interface RefundOutcome {
  /** Its id at the provider; null when the provider made none. */
  id: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  error: ProviderError | null;
}

/** A request for a page where a customer enters a payment method. */
export interface SetupRequest {
  /** Our id of the customer, and its id at the provider. */
  customerId: string;
  providerCustomerId: string;
  email: string | null;
  /** The customer's currency; null when it has none yet. */
  currency: string | null;
  methodTypes: readonly string[];
  at: Instant;
}

/** A request for a page where a customer pays an invoice. */
export interface PaymentPageRequest extends SetupRequest {
  /** Our idempotency key of the page. */
  key: string;
  invoice: { id: string; number: string; amountCents: bigint; currency: string };
  countries: ChargeRequest['countries'];
  metadata: Record<string, string>;
}

/** A page of a provider. */
export interface ProviderPage {
  /** Its id at the provider. */
  id: string;
  url: string;
  /** Unix ms, of the wall clock; null when the provider itself keeps the page for repeated requests. */
  expiresAt: Instant | null;
}

/** The inbound endpoint of a connection, as its provider knows it. */
export interface InboundEndpoint {
  id: string;
  /** The secret that signs events. */
  secret: string;
}

/** An inbound request of a provider, byte for byte: the signature covers it. */
export interface InboundDelivery {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** An event whose signature is right. */
export interface InboundEvent {
  /** Its id, the same in each delivery. */
  id: string;
  payload: Record<string, unknown>;
}

/** A payment that an event names. */
export interface ReportedCharge {
  /** Our key; null when the provider's records do not name it. */
  key: string | null;
  /** The provider's id. */
  id: string;
  customerId: string | null;
  amountCents: bigint;
  currency: string;
  /** The invoice that a payer paid on a page of the provider; null for payments that we requested. */
  paidOnPage: { invoiceId: string } | null;
}

/** The course of a payment after its success: its money is lost, or is there again. */
export interface AfterSuccess {
  status: 'lost' | 'restored';
  reason: string | null;
  /** Unix ms. */
  at: Instant;
}

/** The meaning of an event. */
export type ProviderEvent =
  | {
      kind: 'charge';
      charge: ReportedCharge;
      outcome: ChargeOutcome;
      method: ProviderMethod | null;
      /** Present where the event may come after the success: that one stays, and this is recorded beside it. */
      afterSuccess?: AfterSuccess;
    }
  | {
      kind: 'refund';
      /** Our key; null for a refund that people made at the provider. */
      key: string | null;
      /** The provider's id of the payment; null where it states none. */
      chargeId: string | null;
      amountCents: bigint;
      outcome: RefundOutcome & { id: string };
    }
  | { kind: 'dispute'; chargeId: string; status: 'opened' | 'won' | 'lost'; reason: string | null; at: Instant }
  | { kind: 'method_attached'; customerId: string; method: ProviderMethod }
  | { kind: 'method_updated'; method: ProviderMethod }
  | { kind: 'method_detached'; methodId: string }
  | { kind: 'default_changed'; customerId: string; methodId: string | null }
  | {
      kind: 'customer_authorized';
      /** Our id. */
      customerId: string;
      method: ProviderMethod | null;
      /** Why the payer was refused; null for an agreement. */
      error: ProviderError | null;
    }
  | { kind: 'page_expired'; pageId: string };

/** Whether a provider takes calls of a connection. */
export interface ProviderHealth {
  /** `refused`: the key lacks validity or rights. `away`: the provider does not answer. */
  status: 'working' | 'refused' | 'away';
  error: ProviderError | null;
  /** The account that the key reaches; absent where the provider does not state it. */
  accountId?: string;
}

/**
 * The port to payment providers. Each call is idempotent and runs outside of transactions. An exception means an
 * unknown outcome, and the caller repeats the call; a refusal is an outcome.
 */
export interface PaymentProvider {
  /** Whether it has pages where a payer pays one invoice. */
  readonly opensPaymentPages: boolean;
  /** The events that a registered endpoint gets, as text: a change of it changes the endpoints. */
  readonly endpointEvents: string;

  /** Checks the key and its rights. */
  checkHealth(account: ProviderAccount): Promise<ProviderHealth>;
  /**
   * Has the provider send its events to an address, and to it only once; null when it needs no address, or people
   * enter it there.
   */
  registerEndpoint(account: ProviderAccount, url: string): Promise<InboundEndpoint | Refused | null>;
  /** Has an endpoint get all events at this address. @returns a refusal, also when the endpoint is gone */
  moveEndpoint(account: ProviderAccount, endpointId: string, url: string): Promise<Refused | null>;
  /** Stops the events to an endpoint; an unknown one counts as stopped. */
  removeEndpoint(account: ProviderAccount, endpointId: string): Promise<void>;

  /** Creates a customer, once for a key. @returns its id there */
  createCustomer(account: ProviderAccount, data: CustomerData, key: string): Promise<CreatedCustomer | Refused>;
  /** Finds the customer that was made for ours, without making one; null for none. */
  findCustomer(account: ProviderAccount, ourId: string): Promise<CreatedCustomer | null>;
  /** Sends changed data; a provider that stores none takes it without a call. */
  updateCustomer(account: ProviderAccount, customerId: string, data: CustomerData): Promise<Refused | null>;
  /** Deletes a customer with its methods; an unknown one counts as deleted. */
  deleteCustomer(account: ProviderAccount, customerId: string): Promise<Refused | null>;
  /** Reads the method by which an existing customer pays; null without one. */
  findDefaultMethod(account: ProviderAccount, customerId: string): Promise<ProviderMethod | null | Refused>;

  /**
   * Reads the bank accounts to which a customer sends its transfers, the same ones at each call. Absent for providers
   * without bank transfers. (webhooks, section 11.4)
   */
  readInstructions?(account: ProviderAccount, request: InstructionsRequest): Promise<BankAccount[] | Refused>;

  /** Reads the details of a method for documents; null without any. */
  describeMethod(account: ProviderAccount, methodId: string): Promise<MethodDetails | null>;
  /** Has the provider's own records name a method as the customer's default. */
  makeDefault(account: ProviderAccount, customerId: string, methodId: string): Promise<void>;
  /** Removes a method, and its mandate; an unknown one counts as removed. */
  detachMethod(account: ProviderAccount, customerId: string, methodId: string): Promise<void>;

  /** @returns a page to enter a method; null when the customer's ways to pay need no page */
  openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage | Refused | null>;
  /** @returns a page to pay an invoice, the same one for a key while it is open */
  openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage | Refused>;
  /** Expires a page; one that is completed or expired stays as it is. */
  closePage(account: ProviderAccount, pageId: string): Promise<void>;

  charge(account: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * Finds a payment without making one. A caller looks first when the provider may have evicted its
   * request. @returns null for none
   */
  findCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null>;
  /** Cancels a payment if that is possible. @returns its state afterwards; null when there is none */
  cancelCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null>;
  /**
   * Holds an amount, once for a key; `cancelCharge` releases it. Absent for providers that only make payments.
   * (customers, section 4.9)
   */
  hold?(account: ProviderAccount, request: HoldRequest): Promise<Hold | Refused>;
  /** Refunds a part of a charge, once for a key. */
  refund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome>;
  /** Finds a refund by our key without making one; null for none. */
  findRefund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome | null>;

  /**
   * Checks the signature of a delivery before it parses the body. @param now Unix ms, of the wall clock
   * @returns its events; null for a wrong signature or an unreadable body
   */
  openDelivery(account: ProviderAccount, delivery: InboundDelivery, now: Instant): InboundEvent[] | null;
  /**
   * Reads the meaning of an event; null for foreign and irrelevant ones. Where events name an object alone, this reads
   * the object: then its present state counts, in whatever order events come.
   */
  readEvent(account: ProviderAccount, event: InboundEvent): Promise<ProviderEvent | null>;
}

import type { ConnectableProvider, ProviderSetting } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { ProviderError } from '../payments/payments.tables.js';

/** The settings that connections of one provider alone have, each in the column of its name; null at the others. */
type SettingColumns = Record<ProviderSetting, string | null>;

/** A connection of an organization to a payment provider. */
export interface ProviderConnectionsTable extends SettingColumns {
  id: string;
  organization_id: string;
  provider: ConnectableProvider;
  code: string;
  name: string;
  /** The key of calls and the secret of events, sealed (`SecretBox`); null for a provider without any. */
  secret_key: string | null;
  webhook_secret: string | null;
  /** The provider's id of the endpoint of its events; null until it is registered. */
  webhook_id: string | null;
  /** The events that it sends there, as text (`events` of the port); null: those of an earlier version. */
  webhook_events: Generated<string | null>;
  /** The account that the key reaches, where the provider states it: a new key must reach the same one. */
  account_id: string | null;
  redirect_url: string | null;
  requires_consent: boolean;
  supports_3ds: boolean;
  created_at: Date;
  deleted_at: Date | null;
}

/** Customers at providers: one link for each of our customers. */
export interface ProviderCustomersTable {
  customer_id: string;
  organization_id: string;
  connection_id: string;
  /** Its id there; null until the provider has made it. */
  provider_customer_id: string | null;
  /** Ways to pay that it may use. */
  method_types: ColumnType<string[], string, string>;
  /** The data and the key of its creation, from the first request on: a repetition sends the same ones. */
  creation: ColumnType<CustomerCreation | null, string | null, string | null>;
  /** The hash of the data that the provider has; null before. */
  sent_digest: string | null;
  /** The scope of the known bank accounts of its transfers (`scopeText`); null before. */
  instructions_scope: Generated<string | null>;
  /** Whether the provider lacks something: the customer, its present data, or its first page. */
  is_due: boolean;
  /** Whether a page to enter a method is due. */
  needs_page: boolean;
  /** Whether this installation created the customer there; false for one that was linked. */
  is_ours: Generated<boolean>;
  /** When the provider removes the customer, by the wall clock; null while our customer exists. */
  removal_at: Generated<Date | null>;
  /** The refusal of the last data; null for none. */
  error: ColumnType<ProviderError | null, string | null, string | null>;
  created_at: Date;
}

/** The creation of a customer at a provider. */
export interface CustomerCreation {
  data: CustomerSnapshot;
  key: string;
  /** The first request, Unix ms of the wall clock. */
  requestedAt: number;
}

/** The data of a customer as the ports have it; `CustomerData` is its type there. */
export type CustomerSnapshot = Record<string, unknown>;

/** Pages of providers where customers pay: one open page for each invoice or payment request (webhooks, section 15). */
export interface ProviderPagesTable {
  id: string;
  organization_id: string;
  connection_id: string;
  customer_id: string;
  /** It pays an invoice, or a payment request over several: the other one is null. */
  invoice_id: string | null;
  payment_request_id: string | null;
  amount_cents: bigint;
  /** Its id and address at the provider; null until the provider has opened it. */
  page_id: string | null;
  url: string | null;
  expires_at: Date | null;
  created_at: Date;
  /** When it shall expire at the provider; null while it may be used. */
  close_requested_at: Date | null;
  closed_at: Date | null;
}

/** Organizations that have ever opened a payment page. */
export interface HostedCheckoutUsersTable {
  organization_id: string;
  first_used_at: Date;
}

/** First charges that wait: the customer may pay on a page before (webhooks, section 10.2). */
export interface DelayedChargesTable {
  invoice_id: string;
  organization_id: string;
  /** By the organization's clock. */
  due_at: Date;
}

/** Amounts held on cards, until their release (customers, section 4.9). */
export interface AuthorizationsTable {
  /** Also the key of the request. */
  id: string;
  organization_id: string;
  connection_id: string;
  customer_id: string;
  provider_customer_id: string;
  amount_cents: bigint;
  currency: string;
  /** By the wall clock, both. */
  created_at: Date;
  /** When the provider released the amount, or held none; null while it may hold it. */
  released_at: Date | null;
}

/** A card, as documents name it. */
export interface CardDetails {
  type: 'card';
  /** In lower case: `visa`. */
  brand: string;
  last4: string;
}

/** A method other than a card. */
export interface OtherDetails {
  type: 'sepa_debit' | 'us_bank_account' | 'bacs_debit' | 'link' | 'boleto' | 'crypto' | 'customer_balance' | 'other';
  /** The bank, and the last digits of the account; null where the provider states none. */
  bank: string | null;
  last4: string | null;
  /** The payer's agreement to direct debits, by its id at the provider. */
  mandateId: string | null;
}

/** The details of a method from its provider. */
export type MethodDetails = CardDetails | OtherDetails;

/** Payment methods of customers at providers. */
export interface PaymentMethodsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  connection_id: string;
  /** The customer's id there. */
  provider_customer_id: string;
  provider_method_id: string;
  /** True for one method of each customer. */
  is_default: boolean;
  /** Details from the provider; null without any. */
  details: ColumnType<MethodDetails | null, string | null, string | null>;
  created_at: Date;
  deleted_at: Date | null;
}

/** Events of providers, stored until their handling; a repeated event has one row. */
export interface ProviderEventsTable {
  organization_id: string;
  connection_id: string;
  event_id: string;
  payload: ColumnType<Record<string, unknown>, string, string>;
  /** By the wall clock. */
  received_at: Date;
  handled_at: Date | null;
}

/** Charges of the sandbox provider, by idempotency key. */
export interface SandboxChargesTable {
  id: string;
  organization_id: string;
  connection_id: string;
  amount_cents: bigint;
  currency: string;
  method: string;
  status: 'succeeded' | 'failed' | 'processing' | 'requires_action';
  refunded_cents: Generated<bigint>;
  created_at: Date;
  /** The due instant of its event; null after its delivery, or when the first answer was final. */
  answer_at: Date | null;
}

/** Pages of the sandbox provider: to set up a method, or to pay an invoice. */
export interface SandboxCheckoutsTable {
  id: string;
  organization_id: string;
  connection_id: string;
  customer_id: string;
  /** It pays one of both; both are null for a page where a method is entered. */
  invoice_id: string | null;
  payment_request_id: string | null;
  amount_cents: bigint | null;
  currency: string | null;
  status: 'open' | 'completed';
  /** Where it leads afterwards; null: nowhere. */
  return_url: string | null;
  created_at: Date;
  expires_at: Date;
}

/** Refunds of the sandbox provider, by idempotency key. */
export interface SandboxRefundsTable {
  id: string;
  organization_id: string;
  charge_id: string;
  amount_cents: bigint;
}

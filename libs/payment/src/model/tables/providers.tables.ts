import type { ColumnType, Generated } from 'kysely';

/** A connection of an organization to a payment provider. */
export interface ProviderConnectionsTable {
  id: string;
  organization_id: string;
  provider: 'sandbox';
  code: string;
  name: string;
  created_at: Date;
  deleted_at: Date | null;
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
  invoice_id: string | null;
  amount_cents: bigint | null;
  currency: string | null;
  status: 'open' | 'completed';
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

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

/** What a customer is charged by, at a provider. */
export interface PaymentMethodsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  connection_id: string;
  /** What the customer is called there. */
  provider_customer_id: string;
  provider_method_id: string;
  /** One of a customer's. */
  is_default: boolean;
  created_at: Date;
  deleted_at: Date | null;
}

/** What a provider told by itself, kept until it is handled: one that is told twice is kept once. */
export interface ProviderEventsTable {
  organization_id: string;
  connection_id: string;
  event_id: string;
  payload: ColumnType<Record<string, unknown>, string, string>;
  received_at: Date;
  handled_at: Date | null;
}

/** The books of the sandbox provider: a charge by the key under which it was asked for. */
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
  /** When its outcome is told; null when it was, or was answered at once. */
  answer_at: Date | null;
}

/** Its pages: of a method to set up, or of an invoice to pay. */
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

/** What it gave back, by the key under which it was asked. */
export interface SandboxRefundsTable {
  id: string;
  organization_id: string;
  charge_id: string;
  amount_cents: bigint;
}

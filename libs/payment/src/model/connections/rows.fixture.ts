import type { PayableInvoice } from '@tollgate/invoicing/reader';
import type { LinkedMethod } from './provider-connections.repository.js';

const created = new Date('2024-01-01T00:00:00Z');

/** A finalized invoice of 10.00, overdue and unpaid. */
export const payableInvoice = (changes: Partial<PayableInvoice> = {}): PayableInvoice => ({
  id: 'invoice',
  customerId: 'customer',
  billingEntityId: 'issuer',
  status: 'finalized',
  currency: 'EUR',
  number: 'N-1',
  type: 'one_off',
  issuingDate: '2024-01-01',
  overdue: true,
  paymentStatus: 'pending',
  selfBilled: false,
  dueCents: 1000n,
  ...changes,
});

/** A payment method of a customer, at a connection to the sandbox provider. */
export const linkedMethod = (id: string, isDefault = false): LinkedMethod => ({
  method: {
    id,
    organization_id: 'organization',
    customer_id: 'customer',
    connection_id: 'connection',
    provider_customer_id: 'their customer',
    provider_method_id: 'pm_succeeds',
    is_default: isDefault,
    details: null,
    created_at: created,
    deleted_at: null,
  },
  connection: {
    id: 'connection',
    organization_id: 'organization',
    provider: 'sandbox',
    code: 'test',
    name: 'Test',
    secret_key: null,
    webhook_secret: null,
    webhook_id: null,
    webhook_events: null,
    account_id: null,
    merchant_account: null,
    live_prefix: null,
    redirect_url: null,
    requires_consent: false,
    supports_3ds: false,
    created_at: created,
    deleted_at: null,
  },
});

import type { BillingEntityView } from '@tollgate/catalog/reader';
import type { EmbeddedCustomer } from '@tollgate/contracts';
import type { PayableInvoice } from '@tollgate/invoicing/reader';
import type { PaymentRow } from '../../model/payments/payments.repository.js';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { ChargeRequest } from '../../providers/ports/charges.js';

/** The reason of a payment, for the provider's records and the payer's statement. */
export type ChargePurpose = Pick<
  ChargeRequest,
  'description' | 'metadata' | 'countries' | 'mayRequireAction' | 'onSession'
>;

/** The (first) invoice of a payment, and its parties. */
export interface ChargeParts {
  invoice: Pick<PayableInvoice, 'id' | 'number' | 'status' | 'type' | 'issuingDate'> | undefined;
  customer: Pick<EmbeddedCustomer, 'country'> | undefined;
  issuer: Pick<BillingEntityView, 'id' | 'name' | 'country'> | undefined;
  /** The failed payment before this one. */
  lastFailure: ProviderError | null;
}

/**
 * Describes a payment for its provider: "Acme - Invoice ACM-1", or the id of an invoice that waits for its payment and
 * has no number yet (webhooks, section 11.4). The payer of such an invoice is there to confirm the payment.
 */
export function describeCharge(
  payment: Pick<PaymentRow, 'id' | 'organization_id' | 'customer_id' | 'payable_type' | 'payable_id'>,
  { invoice, customer, issuer, lastFailure }: ChargeParts,
): ChargePurpose {
  const isWaiting = invoice?.status === 'open';
  const name = isWaiting ? invoice.id : (invoice?.number ?? payment.payable_id);
  const what = payment.payable_type === 'Invoice' ? `Invoice ${name}` : 'Overdue invoices';
  return {
    description: issuer ? `${issuer.name} - ${what}` : what,
    metadata: {
      svc_payment_id: payment.id,
      svc_payable_id: payment.payable_id,
      svc_payable_type: payment.payable_type,
      svc_customer_id: payment.customer_id,
      svc_organization_id: payment.organization_id,
      ...(issuer ? { svc_billing_entity_id: issuer.id } : {}),
      ...(payment.payable_type === 'Invoice' ? { svc_invoice_id: payment.payable_id } : {}),
      ...(payment.payable_type === 'Invoice' && invoice
        ? { invoice_issuing_date: invoice.issuingDate, invoice_type: invoice.type }
        : {}),
    },
    countries: { customer: customer?.country ?? null, issuer: issuer?.country ?? null },
    mayRequireAction: isWaiting,
    onSession: lastFailure?.error_code === 'authentication_required',
  };
}

import type { CreditNote, CustomerStatement, PaymentReceipt, SingleInvoice } from '@tollgate/contracts';
import { sampleDay, sampleId, sampleInstant } from './sample-customer.js';

/** A credit note over the first item of a sample invoice. */
export function sampleCreditNote(invoice: SingleInvoice): CreditNote {
  const [fee] = invoice.fees;
  const [tax] = invoice.applied_taxes;
  if (!fee || !tax) throw new Error('the sample invoice has items and a tax');
  const { svc_invoice_id: _invoice, fees_amount_cents: _base, ...applied } = tax;
  const total = fee.amount_cents + fee.taxes_amount_cents;
  return {
    svc_id: sampleId,
    billing_entity_code: invoice.billing_entity_code,
    sequential_id: 1,
    number: `${invoice.number}-CN000`,
    svc_invoice_id: invoice.svc_id,
    invoice_number: invoice.number,
    issuing_date: sampleDay,
    credit_status: 'available',
    refund_status: null,
    reason: 'order_change',
    description: null,
    currency: invoice.currency,
    total_amount_cents: total,
    taxes_amount_cents: fee.taxes_amount_cents,
    taxes_rate: fee.taxes_rate,
    sub_total_excluding_taxes_amount_cents: fee.amount_cents,
    balance_amount_cents: total,
    credit_amount_cents: total,
    refund_amount_cents: 0,
    offset_amount_cents: 0,
    coupons_adjustment_amount_cents: 0,
    created_at: sampleInstant,
    updated_at: sampleInstant,
    file_url: null,
    xml_url: null,
    self_billed: false,
    items: [
      {
        svc_id: sampleId,
        amount_cents: fee.amount_cents,
        precise_amount_cents: `${fee.amount_cents}.0`,
        amount_currency: fee.amount_currency,
        fee,
      },
    ],
    applied_taxes: [
      {
        ...applied,
        svc_credit_note_id: sampleId,
        base_amount_cents: fee.amount_cents,
        amount_cents: fee.taxes_amount_cents,
      },
    ],
    customer: invoice.customer,
    metadata: null,
    error_details: [],
  };
}

/** The receipt of a transfer that paid a sample invoice. */
export function sampleReceipt(invoice: SingleInvoice): PaymentReceipt {
  return {
    svc_id: sampleId,
    number: `${invoice.number}-R000`,
    file_url: null,
    xml_url: null,
    payment: {
      svc_id: sampleId,
      svc_customer_id: invoice.customer.svc_id,
      external_customer_id: invoice.customer.external_id,
      invoice_ids: [invoice.svc_id],
      invoice_numbers: [invoice.number],
      svc_payable_id: invoice.svc_id,
      payable_type: 'Invoice',
      amount_cents: invoice.total_amount_cents,
      amount_currency: invoice.currency,
      status: 'succeeded',
      payment_status: 'succeeded',
      type: 'manual',
      reference: 'Transfer 7',
      payment_provider_code: null,
      payment_provider_type: null,
      external_payment_id: null,
      provider_payment_id: null,
      provider_customer_id: null,
      payment_method_id: null,
      next_action: {},
      created_at: sampleInstant,
    },
    created_at: sampleInstant,
  };
}

/** An account with a sample invoice that is open. */
export function sampleStatement(invoice: SingleInvoice): CustomerStatement {
  const { total_amount_cents: cents, issuing_date: date, number } = invoice;
  return {
    svc_customer_id: invoice.customer.svc_id,
    external_customer_id: invoice.customer.external_id,
    currency: invoice.currency,
    from_date: '2026-01-01',
    to_date: sampleDay,
    opening_balance_cents: 0,
    closing_balance_cents: cents,
    available_credit_cents: 0,
    entries: [
      {
        type: 'invoice',
        date,
        number,
        svc_document_id: invoice.svc_id,
        reference: null,
        amount_cents: cents,
        balance_cents: cents,
      },
    ],
    open_items: [
      {
        svc_invoice_id: invoice.svc_id,
        number,
        issuing_date: date,
        payment_due_date: invoice.payment_due_date,
        total_amount_cents: cents,
        due_amount_cents: cents,
        days_overdue: 0,
      },
    ],
    ageing: {
      not_overdue_amount_cents: cents,
      up_to_30_days_amount_cents: 0,
      up_to_60_days_amount_cents: 0,
      up_to_90_days_amount_cents: 0,
      over_90_days_amount_cents: 0,
    },
  };
}

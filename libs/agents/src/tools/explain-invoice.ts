import { explanationRoutes } from '@tollgate/contracts';
import { money } from '../answers/money.js';
import { lineOf, type Invoice } from './fee-lines.js';
import { invoiceCalls, readInvoice } from './records.js';
import { invoiceField, tool } from './tool.js';
import type { ConsolePages } from '../answers/console-pages.js';

/** The facts of an invoice that tools show. */
export const headOf = (invoice: Invoice, pages: ConsolePages) => ({
  id: invoice.svc_id,
  number: invoice.number,
  type: invoice.invoice_type,
  status: invoice.status,
  issuing_date: invoice.issuing_date,
  payment_due_date: invoice.payment_due_date,
  payment_status: invoice.payment_status,
  payment_overdue: invoice.payment_overdue,
  customer: invoice.customer ? { external_id: invoice.customer.external_id, name: invoice.customer.name } : null,
  total: money(invoice.total_amount_cents, invoice.currency),
  due: money(invoice.total_due_amount_cents, invoice.currency),
  paid: money(invoice.total_paid_amount_cents, invoice.currency),
  page: pages.of('invoice', invoice.svc_id),
});

const amountsOf = (invoice: Invoice) => ({
  fees: money(invoice.fees_amount_cents, invoice.currency),
  coupons: money(invoice.coupons_amount_cents, invoice.currency),
  progressive_billing_credits: money(invoice.progressive_billing_credit_amount_cents, invoice.currency),
  without_taxes: money(invoice.sub_total_excluding_taxes_amount_cents, invoice.currency),
  taxes: money(invoice.taxes_amount_cents, invoice.currency),
  with_taxes: money(invoice.sub_total_including_taxes_amount_cents, invoice.currency),
  credit_notes: money(invoice.credit_notes_amount_cents, invoice.currency),
  prepaid_credits: money(invoice.prepaid_credit_amount_cents, invoice.currency),
  total: money(invoice.total_amount_cents, invoice.currency),
});

const periodsOf = (invoice: Invoice) =>
  (invoice.billing_periods ?? []).map((period) => ({
    subscription: period.external_subscription_id,
    from: period.subscription_from_datetime,
    to: period.subscription_to_datetime,
    usage_from: period.charges_from_datetime,
    usage_to: period.charges_to_datetime,
    reason: period.invoicing_reason,
  }));

/** `explain_invoice`: how an invoice came to its total. */
export const explainInvoice = tool({
  name: 'explain_invoice',
  title: 'Explain an invoice',
  description:
    'Shows how an invoice came to its total: periods, fees with units and prices, coupons, taxes, credits, and the exact ' +
    'steps with the rule of the reference. Explain a single fee with `explain_fee`.',
  input: { invoice: invoiceField() },
  calls: [...invoiceCalls, explanationRoutes.invoice],
  answer: async ({ invoice: name }, { calls, pages }) => {
    const invoice = await readInvoice(name, { calls });
    const { explanation } = await calls.make(explanationRoutes.invoice, { params: { svc_id: invoice.svc_id } });
    return {
      invoice: headOf(invoice, pages),
      amounts: amountsOf(invoice),
      periods: periodsOf(invoice),
      fees: (invoice.fees ?? []).map(lineOf),
      taxes: (invoice.applied_taxes ?? []).map((tax) => ({
        code: tax.tax_code,
        rate: tax.tax_rate,
        amount: money(tax.amount_cents, tax.amount_currency),
      })),
      coupons: explanation.coupons.map((coupon) => ({
        code: coupon.coupon_code,
        amount: money(coupon.amount_cents, invoice.currency),
      })),
      wallets: explanation.wallets.map((wallet) => ({
        id: wallet.svc_wallet_id,
        name: wallet.name,
        amount: money(wallet.amount_cents, invoice.currency),
      })),
      steps_agree: explanation.agrees,
      differences: explanation.differences,
      steps: explanation.steps.map(({ id, rule, of, op, args, value }) => ({ id, rule, of, op, args, value })),
    };
  },
});

import { z } from 'zod';
import { invoiceRoutes } from '@tollgate/contracts';
import { difference } from '../answers/money.js';
import { NoAnswer } from '../calls/refusal.js';
import { headOf } from './explain-invoice.js';
import { comparedLines, lineOf, type Invoice } from './fee-lines.js';
import { invoiceCalls, readInvoice } from './records.js';
import { customerField, invoiceField, tool, type ToolContext } from './tool.js';

const month = (text: string) =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .describe(text);
const mostInvoices = '20';

/** `why_differs`: two invoices, fee by fee. */
export const whyDiffers = tool({
  name: 'why_differs',
  title: 'Explain why two invoices differ',
  description:
    'Compares two invoices of one currency, fee by fee: units, price, and what only one of them has, with the exact ' +
    'differences. Name both invoices, or a customer and two months of issue.',
  input: {
    before: invoiceField().optional(),
    after: invoiceField().optional(),
    customer: customerField().optional(),
    month_before: month('Month of issue of the first invoice, `YYYY-MM`').optional(),
    month_after: month('Month of issue of the second invoice, `YYYY-MM`').optional(),
  },
  calls: invoiceCalls,
  answer: async ({ before, after, customer, month_before: earlier, month_after: later }, context) => {
    const first = await chosen(before, customer, earlier, context);
    const second = await chosen(after, customer, later, context);
    return comparison(first, second, context);
  },
});

async function chosen(
  name: string | undefined,
  customer: string | undefined,
  issued: string | undefined,
  { calls }: ToolContext,
): Promise<Invoice> {
  if (name !== undefined) return readInvoice(name, { calls });
  if (customer === undefined || issued === undefined)
    throw new NoAnswer('input_missing', 'Name two invoices, or a customer and two months.');
  const query = {
    external_customer_id: customer,
    status: 'finalized',
    issuing_date_from: `${issued}-01`,
    issuing_date_to: lastDayOf(issued),
    per_page: mostInvoices,
  };
  const { invoices } = await calls.make(invoiceRoutes.list, { query });
  const [only, ...others] = invoices;
  if (!only) throw new NoAnswer('no_invoice', `The customer has no final invoice of ${issued}.`);
  if (others.length === 0) return readInvoice(only.svc_id, { calls });
  throw new NoAnswer('several_invoices', `The customer has several invoices of ${issued}: name one of them.`, {
    invoices: invoices.map(({ number, issuing_date, invoice_type: type }) => ({ number, issuing_date, type })),
  });
}

/** The last day of a month. @param text `YYYY-MM` */
function lastDayOf(text: string): string {
  const [year, number] = text.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function comparison(before: Invoice, after: Invoice, { pages }: Pick<ToolContext, 'pages'>) {
  const { currency } = before;
  if (currency !== after.currency)
    throw new NoAnswer('currencies_differ', 'The invoices have different currencies, so their amounts do not compare.');
  const between = (field: 'fees_amount_cents' | 'coupons_amount_cents' | 'taxes_amount_cents' | 'total_amount_cents') =>
    difference(before[field], after[field], currency);
  return {
    before: headOf(before, pages),
    after: headOf(after, pages),
    differences: {
      fees: between('fees_amount_cents'),
      coupons: between('coupons_amount_cents'),
      taxes: between('taxes_amount_cents'),
      total: between('total_amount_cents'),
    },
    plans: { before: plansOf(before), after: plansOf(after) },
    fees: comparedLines((before.fees ?? []).map(lineOf), (after.fees ?? []).map(lineOf), currency),
  };
}

const plansOf = ({ subscriptions }: Invoice) =>
  (subscriptions ?? []).map(({ external_id: subscription, plan_code: plan }) => ({ subscription, plan }));

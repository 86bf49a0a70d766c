import { customerAnalyticRoutes, invoiceRoutes } from '@tollgate/contracts';
import { money } from '../answers/money.js';
import { customerField, named, page, tool, type ToolContext } from './tool.js';

const perPage = '50';

/** `overdue`: who is late with payments, and for how long. */
export const overdue = tool({
  name: 'overdue',
  title: 'Show overdue invoices and their age',
  description:
    'Lists overdue invoices, the oldest due date first, with totals by currency. Without a customer it also shows the open ' +
    'amounts of each customer by days since the due date.',
  input: {
    customer: customerField().optional(),
    currency: named('Currency (ISO 4217)').optional(),
    page: page(),
  },
  calls: [invoiceRoutes.list, customerAnalyticRoutes.ageing],
  answer: async ({ customer, currency, page: number = 1 }, { calls, pages }) => {
    const { invoices, meta } = await calls.make(invoiceRoutes.list, {
      query: {
        external_customer_id: customer,
        currency,
        payment_overdue: 'true',
        sums: 'true',
        sort: 'payment_due_date',
        page: String(number),
        per_page: perPage,
      },
    });
    return {
      invoices_count: meta.total_count,
      next_page: meta.next_page,
      totals: (meta.sums ?? []).map((sum) => ({
        total: money(sum.amount_cents, sum.currency),
        ...(sum.amount_due_cents === undefined ? {} : { due: money(sum.amount_due_cents, sum.currency) }),
      })),
      invoices: invoices.map((invoice) => ({
        id: invoice.svc_id,
        number: invoice.number,
        customer: invoice.customer?.external_id ?? null,
        customer_name: invoice.customer?.name ?? null,
        payment_due_date: invoice.payment_due_date,
        total: money(invoice.total_amount_cents, invoice.currency),
        due: money(invoice.total_due_amount_cents, invoice.currency),
        page: pages.of('invoice', invoice.svc_id),
      })),
      ...(customer === undefined ? await ageing(currency, { calls }) : {}),
    };
  },
});

async function ageing(currency: string | undefined, { calls }: Pick<ToolContext, 'calls'>) {
  const answer = await calls.ifPermitted(customerAnalyticRoutes.ageing, { query: { currency, per_page: perPage } });
  if (!answer) return {};
  return {
    ageing: answer.ageing.map((row) => ({
      customer: row.customer?.external_id ?? null,
      customer_name: row.customer?.name ?? null,
      open: money(row.amount_cents, row.currency),
      not_due: money(row.not_due_amount_cents, row.currency),
      days_1_30: money(row.days_1_30_amount_cents, row.currency),
      days_31_60: money(row.days_31_60_amount_cents, row.currency),
      days_61_90: money(row.days_61_90_amount_cents, row.currency),
      days_over_90: money(row.days_over_90_amount_cents, row.currency),
      invoices_count: row.invoices_count,
    })),
    more_customers: answer.meta.next_page !== null,
  };
}

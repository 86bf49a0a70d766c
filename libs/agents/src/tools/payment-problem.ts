import { dunningCampaignRoutes, paymentMethodRoutes, paymentRequestRoutes, paymentRoutes } from '@tollgate/contracts';
import { money } from '../answers/money.js';
import type { AnswerOf } from '../calls/own-calls.js';
import { headOf } from './explain-invoice.js';
import type { Invoice } from './fee-lines.js';
import { invoiceCalls, readInvoice } from './records.js';
import { invoiceField, tool } from './tool.js';

type Payment = AnswerOf<typeof paymentRoutes.list>['payments'][number];
type Dunning = AnswerOf<typeof dunningCampaignRoutes.readOfCustomer>['dunning'];
const few = '20';

/** `payment_problem`: why an invoice is not paid. */
export const paymentProblem = tool({
  name: 'payment_problem',
  title: 'Explain why an invoice is not paid',
  description:
    'Shows the payments of an invoice, the payment methods of its customer, reminders and payment requests, and names ' +
    'what prevents the payment.',
  input: { invoice: invoiceField() },
  calls: [
    ...invoiceCalls,
    paymentRoutes.list,
    paymentMethodRoutes.list,
    dunningCampaignRoutes.readOfCustomer,
    paymentRequestRoutes.list,
  ],
  answer: async ({ invoice: name }, { calls, pages }) => {
    const invoice = await readInvoice(name, { calls });
    const customer = invoice.customer?.external_id ?? '';
    const params = { external_customer_id: customer };
    const paid = await calls.ifPermitted(paymentRoutes.list, { query: { invoice_id: invoice.svc_id, per_page: few } });
    const methods = await calls.ifPermitted(paymentMethodRoutes.list, { params });
    const reminders = await calls.ifPermitted(dunningCampaignRoutes.readOfCustomer, { params });
    const requests = await calls.ifPermitted(paymentRequestRoutes.list, {
      query: { external_customer_id: customer, per_page: few },
    });
    const facts = {
      invoice,
      payments: paid?.payments ?? null,
      methodsCount: methods?.payment_methods.length ?? null,
      dunning: reminders?.dunning ?? null,
    };
    return {
      invoice: headOf(invoice, pages),
      findings: findingsOf(facts),
      payments: (facts.payments ?? []).map((payment) => ({
        id: payment.svc_id,
        status: payment.payment_status,
        provider_status: payment.status,
        amount: money(payment.amount_cents, payment.amount_currency),
        type: payment.type,
        provider: payment.payment_provider_code,
        created_at: payment.created_at,
        page: pages.of('payment', payment.svc_id),
      })),
      payment_methods: (methods?.payment_methods ?? []).map((method) => ({
        id: method.svc_id,
        provider: method.payment_provider_code,
        is_default: method.is_default,
      })),
      dunning: facts.dunning,
      payment_requests: (requests?.payment_requests ?? [])
        .filter(({ invoices }) => invoices.some(({ svc_id }) => svc_id === invoice.svc_id))
        .map((request) => ({
          id: request.svc_id,
          status: request.payment_status,
          amount: money(request.amount_cents, request.amount_currency),
          created_at: request.created_at,
        })),
      errors: invoice.error_details ?? [],
    };
  },
});

interface Facts {
  invoice: Pick<
    Invoice,
    'status' | 'payment_status' | 'payment_overdue' | 'payment_dispute_lost_at' | 'total_due_amount_cents'
  >;
  /** Null where the key may not read them; so for the others. */
  payments: Pick<Payment, 'payment_status'>[] | null;
  methodsCount: number | null;
  dunning: Pick<Dunning, 'dunning_campaign_code' | 'exclude_from_dunning_campaign'> | null;
}

/** Words for what prevents a payment, by the facts that the key may read. */
export function findingsOf({ invoice, payments, methodsCount, dunning }: Facts): string[] {
  if (invoice.payment_status === 'succeeded') return ['paid'];
  const [latest] = payments ?? [];
  const findings: [string, boolean][] = [
    ['invoice_not_final', invoice.status !== 'finalized'],
    ['nothing_due', invoice.total_due_amount_cents === 0],
    ['dispute_lost', invoice.payment_dispute_lost_at !== null],
    ['no_payment_tried', payments !== null && !latest],
    ['latest_payment_failed', latest?.payment_status === 'failed'],
    ['payment_in_progress', latest?.payment_status === 'processing' || latest?.payment_status === 'pending'],
    ['no_payment_method', methodsCount === 0],
    ['excluded_from_reminders', dunning?.exclude_from_dunning_campaign === true],
    ['no_reminders', dunning !== null && dunning.dunning_campaign_code === null],
    ['overdue', invoice.payment_overdue],
    ['not_due_yet', !invoice.payment_overdue && invoice.status === 'finalized'],
  ];
  return findings.filter(([, holds]) => holds).map(([word]) => word);
}

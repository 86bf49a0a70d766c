import { z } from 'zod';
import { creditNoteChangeRoutes, creditNoteReasons } from '@tollgate/contracts';
import { amountText, money } from '../answers/money.js';
import { NoAnswer } from '../calls/refusal.js';
import type { Invoice } from './fee-lines.js';
import { planningTool, type Plan } from './planning-tool.js';
import { invoiceCalls, readInvoice } from './records.js';
import { invoiceField, named, type ToolContext } from './tool.js';

const mostItems = 50;

const input = {
  invoice: invoiceField(),
  items: z
    .array(z.strictObject({ fee_id: named('Identifier of a fee of the invoice'), amount_cents: z.int().min(1) }))
    .min(1)
    .max(mostItems)
    .optional()
    .describe('Amounts to return before taxes, fee by fee; absent: all fees in full'),
  reason: z.enum(creditNoteReasons).optional().describe('Reason of the credit note; absent: other'),
  description: z.string().max(500).optional().describe('Text on the credit note'),
};
type Input = z.infer<z.ZodObject<typeof input>>;
const shared = {
  input,
  calls: [...invoiceCalls, creditNoteChangeRoutes.estimate],
  act: creditNoteChangeRoutes.create,
} as const;

/** `plan_credit_note`: an amount of an invoice as credit for later ones. */
export const planCreditNote = planningTool({
  ...shared,
  name: 'plan_credit_note',
  title: 'Plan a credit note',
  description: 'Plans a credit note: all or some fees of an invoice become credit for later invoices of the customer.',
  plan: (question, context) => noteOf(question, 'credit', context),
});

/** `plan_refund`: a paid amount of an invoice back to the customer. */
export const planRefund = planningTool({
  ...shared,
  name: 'plan_refund',
  title: 'Plan a refund',
  description: 'Plans a refund: all or some fees of a paid invoice go back to the customer by a credit note.',
  plan: (question, context) => noteOf(question, 'refund', context),
});

async function noteOf(question: Input, kind: 'credit' | 'refund', { calls }: ToolContext): Promise<Plan> {
  const invoice = await readInvoice(question.invoice, { calls });
  const items = question.items ?? allOf(invoice);
  const { reason = 'other', description } = question;
  const requested = { credit_note: { invoice_id: invoice.svc_id, items } };
  const { estimated_credit_note: estimate } = await calls.make(creditNoteChangeRoutes.estimate, { body: requested });
  const { currency, max_creditable_amount_cents: cents, max_refundable_amount_cents: refundable } = estimate;
  if (kind === 'refund' && refundable < cents)
    throw new NoAnswer('not_refundable', 'The invoice has not so much to refund: narrow the items.', {
      requested: money(cents, currency),
      refundable: money(refundable, currency),
    });
  const body = {
    credit_note: {
      ...requested.credit_note,
      reason,
      ...(description === undefined ? {} : { description }),
      [`${kind}_amount_cents`]: cents,
    },
  };
  const effect = {
    invoice_id: invoice.svc_id,
    invoice_number: invoice.number,
    customer: invoice.customer?.external_id ?? null,
    [kind]: money(cents, currency),
    taxes_in_it: money(estimate.taxes_amount_cents, currency),
  };
  const act = kind === 'credit' ? 'become credit for later invoices' : 'go back to the customer';
  return { sentence: `${amountText(cents, currency)} of invoice ${invoice.number} ${act}.`, effect, body };
}

function allOf({ fees }: Invoice): { fee_id: string; amount_cents: number }[] {
  const items = (fees ?? []).filter(({ amount_cents: cents }) => cents > 0);
  if (items.length > mostItems)
    throw new NoAnswer('too_many_fees', `The invoice has more than ${mostItems} fees: name some of them in \`items\`.`);
  return items.map(({ svc_id: fee_id, amount_cents }) => ({ fee_id, amount_cents }));
}

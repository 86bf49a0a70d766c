import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { SingleInvoice } from '../../api/records.js';
import type { Act, ActView } from '../../acts/act.js';
import { gridOf, type Values } from '../../acts/field.js';
import { useEstimate } from '../../acts/use-estimate.js';
import { CallError } from '../../frame/call-error.js';
import { DescriptionList } from '../../ui/detail-page.js';
import { Amount } from '../../ui/values.js';
import { feeName } from '../fees/name.js';

const itemsOf = (values: Values) =>
  gridOf(values, 'items').map(({ id, amount_cents: cents }) => ({ fee_id: id, amount_cents: Number(cents) }));

/** The sums of the chosen amounts, as the service computes them. */
function Estimate({ record, values }: ActView<SingleInvoice>) {
  const items = itemsOf(values);
  const body = items.length === 0 ? null : { credit_note: { invoice_id: record.svc_id, items } };
  const { data, error } = useEstimate('credit_notes', body, (headers, estimated: NonNullable<typeof body>, signal) =>
    api.POST('/credit_notes/estimate', { headers, body: estimated, signal }),
  );
  const note = data?.estimated_credit_note;
  const amount = (cents: number) => <Amount cents={cents} currency={record.currency} />;
  return (
    <aside aria-live="polite">
      <CallError error={error} />
      {note ? (
        <DescriptionList
          items={[
            [msg`Without taxes`, amount(note.sub_total_excluding_taxes_amount_cents)],
            [msg`Taxes`, amount(note.taxes_amount_cents)],
            [msg`At most as credit`, amount(note.max_creditable_amount_cents)],
            [msg`At most as a refund`, amount(note.max_refundable_amount_cents)],
            [msg`At most against what is due`, amount(note.max_offsettable_amount_cents)],
          ]}
        />
      ) : (
        <p className="empty">
          <Trans>Enter the amounts to return.</Trans>
        </p>
      )}
    </aside>
  );
}

const reasons = [
  { value: 'other', label: msg`Other` },
  { value: 'duplicated_charge', label: msg`Charged twice` },
  { value: 'product_unsatisfactory', label: msg`Product unsatisfactory` },
  { value: 'order_change', label: msg`Order changed` },
  { value: 'order_cancellation', label: msg`Order cancelled` },
  { value: 'fraudulent_charge', label: msg`Fraudulent charge` },
] as const;
type Reason = (typeof reasons)[number]['value'];

/** Gives back a part of an invoice, fee by fee (invoices, section 6). */
export const composeCreditNote: Act<SingleInvoice> = {
  call: 'POST /credit_notes',
  permission: 'credit_notes:create',
  label: msg`Create a credit note`,
  refusalOf: ({ status }) => (status === 'finalized' ? null : msg`Only a finalized invoice allows this.`),
  Summary: ({ record, values }) => {
    const sum = ['credit_amount_cents', 'refund_amount_cents', 'offset_amount_cents']
      .map((name) => Number(values[name] ?? 0))
      .reduce((all, one) => all + one, 0);
    return (
      <Trans>
        The customer gets back <Amount cents={sum} currency={record.currency} /> of the invoice, with its taxes.
      </Trans>
    );
  },
  fieldsOf: ({ fees, currency }) => [
    {
      kind: 'grid',
      name: 'items',
      label: msg`Amounts without taxes`,
      currency,
      columns: [{ kind: 'money', name: 'amount_cents', label: msg`Amount` }],
      rows: fees.map((fee) => ({ id: fee.svc_id, label: feeName(fee) })),
    },
    { kind: 'money', name: 'credit_amount_cents', label: msg`Credit for later invoices`, currency, isOptional: true },
    { kind: 'money', name: 'refund_amount_cents', label: msg`Refund`, currency, isOptional: true },
    { kind: 'money', name: 'offset_amount_cents', label: msg`Against what is due`, currency, isOptional: true },
    { kind: 'choice', name: 'reason', label: msg`Reason`, options: reasons },
    { kind: 'long', name: 'description', label: msg`Description`, isOptional: true },
  ],
  Beside: Estimate,
  send: async ({ headers }, { svc_id: invoice_id }, values) => {
    const { reason, description = '' } = values;
    const cents = (name: string) => (values[name] ? { [name]: Number(values[name]) } : {});
    const credit_note = {
      invoice_id,
      items: itemsOf(values),
      reason: reason as Reason,
      description,
      ...cents('credit_amount_cents'),
      ...cents('refund_amount_cents'),
      ...cents('offset_amount_cents'),
    };
    const { credit_note: note } = await answerOf(api.POST('/credit_notes', { headers, body: { credit_note } }));
    return { goTo: { kind: 'creditNote', id: note.svc_id } };
  },
  done: msg`The credit note is created.`,
};

import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { CreditNote } from '../../api/records.js';
import type { Act } from '../../acts/act.js';
import { recipientsOf, recipientFields } from '../../acts/recipients.js';
import { Amount } from '../../ui/values.js';

const pathOf = ({ svc_id }: CreditNote) => ({ path: { svc_id } });

const sendByMail: Act<CreditNote> = {
  call: 'POST /credit_notes/{svc_id}/resend_email',
  permission: 'credit_notes:send',
  label: msg`Send by e-mail`,
  Summary: ({ record }) => (
    <Trans>
      The customer gets the credit note of <Amount cents={record.total_amount_cents} currency={record.currency} /> by
      e-mail.
    </Trans>
  ),
  fieldsOf: ({ customer }) => recipientFields(customer.email),
  send: async ({ headers }, record, values) => {
    const body = recipientsOf(values);
    await answerOf(api.POST('/credit_notes/{svc_id}/resend_email', { headers, params: pathOf(record), body }));
  },
  done: msg`The e-mail is queued.`,
};

const setRefund: Act<CreditNote> = {
  call: 'PUT /credit_notes/{svc_id}',
  permission: 'credit_notes:update',
  label: msg`Set the state of the refund`,
  refusalOf: ({ refund_amount_cents: refund }) => (refund > 0 ? null : msg`The credit note refunds nothing.`),
  Summary: ({ record }) => (
    <Trans>
      The refund of <Amount cents={record.refund_amount_cents} currency={record.currency} /> gets this state.
    </Trans>
  ),
  fieldsOf: ({ refund_status: status }) => [
    {
      kind: 'choice',
      name: 'refund_status',
      label: msg`State of the refund`,
      initial: status ?? 'pending',
      options: [
        { value: 'pending', label: msg`Pending` },
        { value: 'succeeded', label: msg`Succeeded` },
        { value: 'failed', label: msg`Failed` },
      ],
    },
  ],
  send: async ({ headers }, record, { refund_status: status }) => {
    const credit_note = { refund_status: status as 'pending' | 'succeeded' | 'failed' };
    await answerOf(api.PUT('/credit_notes/{svc_id}', { headers, params: pathOf(record), body: { credit_note } }));
  },
  done: msg`The state of the refund is changed.`,
};

const voidNote: Act<CreditNote> = {
  call: 'PUT /credit_notes/{svc_id}/void',
  permission: 'credit_notes:void',
  label: msg`Void the credit`,
  isDanger: true,
  refusalOf: ({ balance_amount_cents: balance, credit_status: status }) =>
    balance > 0 && status === 'available' ? null : msg`The credit note has no credit left.`,
  Summary: ({ record }) => (
    <Trans>
      The <Amount cents={record.balance_amount_cents} currency={record.currency} /> left of the credit reduce no later
      invoice.
    </Trans>
  ),
  send: async ({ headers }, record) => {
    await answerOf(api.PUT('/credit_notes/{svc_id}/void', { headers, params: pathOf(record) }));
  },
  done: msg`The credit is voided.`,
};

/** The acts of a credit note. */
export const creditNoteActs: readonly Act<CreditNote>[] = [sendByMail, setRefund, voidNote];

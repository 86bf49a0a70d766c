import { useState, type ReactNode } from 'react';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { ActView } from '../../acts/act.js';
import { useEstimate } from '../../acts/use-estimate.js';
import { CallError } from '../../frame/call-error.js';
import { useNow } from '../../organization/clock-query.js';
import { moneyColumn, textColumn, type Column } from '../../ui/columns.js';
import { DescriptionList } from '../../ui/detail-page.js';
import { RecordTable } from '../../ui/record-table.js';
import { Amount, Day } from '../../ui/values.js';
import { feeName } from '../fees/name.js';

type Subscription = components['schemas']['SingleSubscription'];
type Input = components['schemas']['InvoicePreviewInput'];
type Fee = components['schemas']['InvoicePreview']['fees'][number];

const feeColumns: readonly Column<Fee>[] = [
  textColumn(msg`Fee`, feeName),
  moneyColumn(
    msg`Amount`,
    (row) => row.amount_cents,
    (row) => row.amount_currency,
  ),
];

/** The next invoice as it will be billed. @param input null while the form does not suffice */
function Preview({ input, children }: { input: Input | null; children: ReactNode }) {
  const { data, error } = useEstimate('invoice', input, (headers, body: Input, signal) =>
    api.POST('/invoices/preview', { headers, body, signal }),
  );
  const invoice = input === null ? undefined : data?.invoice;
  return (
    <aside aria-live="polite">
      {input === null ? <p className="empty">{children}</p> : <CallError error={error} />}
      {invoice ? (
        <>
          <DescriptionList
            items={[
              [
                msg`Next invoice`,
                <span className="big">
                  <Amount cents={invoice.total_amount_cents} currency={invoice.currency} />
                </span>,
              ],
              [msg`Issued`, <Day date={invoice.issuing_date} />],
              [msg`Taxes`, <Amount cents={invoice.taxes_amount_cents} currency={invoice.currency} />],
              [msg`Credits`, <Amount cents={invoice.credit_notes_amount_cents} currency={invoice.currency} />],
            ]}
          />
          <RecordTable
            label={invoice.number}
            columns={feeColumns}
            rows={invoice.fees}
            keyOf={(fee) => `${fee.item.type} ${feeName(fee)} ${fee.amount_cents}`}
          />
        </>
      ) : null}
    </aside>
  );
}

/** The first invoice of a subscription that starts. */
export function StartPreview<R extends { external_id: string } | null>({ record, values }: ActView<R>) {
  const { plan_code, external_customer_id: chosen, billing_time: periods, subscription_at: day } = values;
  const external_id = record?.external_id ?? chosen;
  const input: Input | null =
    plan_code && external_id
      ? {
          customer: { external_id },
          plan_code,
          billing_time: periods as 'calendar' | 'anniversary',
          ...(day ? { subscription_at: day } : {}),
        }
      : null;
  return (
    <Preview input={input}>
      <Trans>Choose a plan to see the first invoice.</Trans>
    </Preview>
  );
}

/** The next invoice with another plan. */
export function ChangePreview({ record, values }: ActView<Subscription>) {
  const { plan_code } = values;
  const input: Input | null = plan_code
    ? {
        customer: { external_id: record.external_customer_id },
        subscriptions: { external_ids: [record.external_id], plan_code },
      }
    : null;
  return (
    <Preview input={input}>
      <Trans>Choose a plan to see the next invoice.</Trans>
    </Preview>
  );
}

const soonMs = 60_000;

/** The final invoice of a subscription that ends now. */
export function EndPreview({ record, values }: ActView<Subscription>) {
  const now = useNow();
  // The call refuses an end in the past, and each other instant would be another call.
  const [end] = useState(() => new Date(now.getTime() + soonMs).toISOString());
  const input: Input | null =
    record.status === 'active' && values['on_termination_invoice'] !== 'skip'
      ? {
          customer: { external_id: record.external_customer_id },
          subscriptions: { external_ids: [record.external_id], terminated_at: end },
        }
      : null;
  return (
    <Preview input={input}>
      <Trans>Nothing is billed.</Trans>
    </Preview>
  );
}

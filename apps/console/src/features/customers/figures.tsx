import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { CurrencyAmount, CustomerOverview } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { dayColumn, linkColumn, moneyColumn, stateColumn, type Column } from '../../ui/columns.js';
import { DescriptionList, Rows } from '../../ui/detail-page.js';
import { Amounts, Nothing } from '../../ui/values.js';
import { stateOf } from '../invoices/state.js';

type RecentInvoice = NonNullable<CustomerOverview['recent_invoices']>[number];

const invoiceColumns: readonly Column<RecentInvoice>[] = [
  linkColumn(
    msg`Number`,
    'invoice',
    (row) => row.svc_id,
    (row) => row.number,
  ),
  stateColumn(msg`State`, (row) => stateOf({ ...row, payment_dispute_lost_at: null })),
  dayColumn(msg`Issued`, (row) => row.issuing_date),
  moneyColumn(
    msg`Total`,
    (row) => row.total_amount_cents,
    (row) => row.currency,
  ),
];

const Big = ({ amounts }: { amounts: readonly CurrencyAmount[] | undefined }) => (
  <span className="big">
    <Amounts amounts={amounts ?? null} />
  </span>
);

/** Overdue amounts, which lead to the invoices behind them. */
function Overdue({ id, amounts }: { id: string; amounts: readonly CurrencyAmount[] }) {
  const { path } = useMembership();
  if (amounts.length === 0) return <Nothing />;
  return (
    <Link
      to="/$organization/invoices"
      params={{ organization: path }}
      search={{ tab: 'overdue', external_customer_id: id }}
      className="record-link"
    >
      <Big amounts={amounts} />
    </Link>
  );
}

/** The amounts that a customer pays and owes, by one call, and its latest invoices. It omits parts that the person may not see. */
export function Figures({ id }: { id: string }) {
  const { i18n } = useLingui();
  const { data, error } = useRead({
    path: '/customers/{external_customer_id}/overview',
    values: { external_customer_id: id },
  });
  if (error) return <CallError error={error} />;
  if (!data) return null;
  const { subscriptions, invoices, wallets, credit_notes: notes, recent_invoices: recent } = data.customer_overview;
  return (
    <>
      <DescriptionList
        items={[
          subscriptions && [msg`MRR`, <Big amounts={subscriptions.mrr} />],
          invoices && [msg`Open`, <Big amounts={invoices.open} />],
          invoices && [msg`Overdue`, <Overdue id={id} amounts={invoices.overdue} />],
          wallets && [msg`Balance of wallets`, <Big amounts={wallets.balances} />],
          notes && [msg`Credit available`, <Big amounts={notes.available} />],
          subscriptions && [
            msg`Active subscriptions`,
            subscriptions.active_count > 0 ? (
              <span className="big">{subscriptions.active_count.toLocaleString(i18n.locale)}</span>
            ) : (
              <Nothing />
            ),
          ],
        ]}
      />
      <Rows title={msg`Latest invoices`} columns={invoiceColumns} rows={recent ?? []} keyOf={({ svc_id }) => svc_id} />
    </>
  );
}

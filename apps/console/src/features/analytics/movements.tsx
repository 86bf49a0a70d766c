import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MrrMovement } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { monthText } from '../../frame/dates.js';
import { useRead } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { codeColumn, moneyColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { Instant } from '../../ui/instant.js';
import { Loading } from '../../ui/loading.js';
import { OpenInApi } from '../../ui/open-in-api.js';
import { RecordTable } from '../../ui/record-table.js';

const amount = (label: MessageDescriptor, cents: (row: MrrMovement) => number): Column<MrrMovement> =>
  moneyColumn(label, cents, (row) => row.currency);

const columnsOf = (language: string): readonly Column<MrrMovement>[] => [
  textColumn(msg`Month`, (row) => monthText(row.month, language)),
  wide(codeColumn(msg`Currency`, (row) => row.currency)),
  wide(amount(msg`Before`, (row) => row.opening_amount_cents)),
  amount(msg`New`, (row) => row.new_amount_cents),
  wide(amount(msg`Reactivation`, (row) => row.reactivation_amount_cents)),
  wide(amount(msg`Expansion`, (row) => row.expansion_amount_cents)),
  wide(amount(msg`Contraction`, (row) => row.contraction_amount_cents)),
  amount(msg`Churn`, (row) => row.churn_amount_cents),
  amount(msg`After`, (row) => row.closing_amount_cents),
];

/** How recurring revenue moved in each closed month, the latest first. */
export function Movements() {
  const { t, i18n } = useLingui();
  const call = { path: '/analytics/mrr_movements', query: { months: '24' } } as const;
  const { data, error, isPending } = useRead(call);
  const title = t`Movements of recurring revenue`;
  useTitle(title);
  const rows = [...(data?.mrr_movements ?? [])].reverse();
  return (
    <main className="list">
      <header className="head">
        <Title order={1}>{title}</Title>
        <div className="actions">
          <OpenInApi call={call} />
        </div>
      </header>
      <CallError error={error} />
      {isPending && !error ? <Loading label={title} /> : null}
      {data?.complete_to_datetime ? (
        <p className="nothing">
          <Trans>
            Complete until <Instant iso={data.complete_to_datetime} />.
          </Trans>
        </p>
      ) : null}
      {data && rows.length === 0 ? (
        <p className="empty">{t`No closed month yet. A month is closed an hour after its end.`}</p>
      ) : null}
      {rows.length > 0 ? (
        <RecordTable
          label={title}
          columns={columnsOf(i18n.locale)}
          rows={rows}
          keyOf={(row) => `${row.month} ${row.currency}`}
        />
      ) : null}
    </main>
  );
}

import { NativeSelect, Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Query } from '../../api/read.js';
import type { CloseCheck, MonthClose } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { monthText } from '../../frame/dates.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { useNow } from '../../organization/clock-query.js';
import {
  amountsColumn,
  instantColumn,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { Section } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Loading } from '../../ui/loading.js';
import { monthsUntil } from '../../ui/months.js';
import { OpenInApi } from '../../ui/open-in-api.js';
import { RecordTable } from '../../ui/record-table.js';
import { RowsLink } from '../../ui/rows-link.js';
import { useAddress } from '../../ui/use-address.js';
import { checkTexts, placeOf, stateOf } from './checks.js';
import { Reports } from './reports.js';

const monthsShown = 13;

/** The checks before the close of a month, each with its number, its cure and its list; and the reports of the month. */
export function Close() {
  const { t, i18n } = useLingui();
  const { search, change } = useAddress();
  const query: Query = search.month === undefined ? {} : { month: search.month };
  const call = { path: '/overview/month_close', query } as const;
  const { data, error, isPending } = useRead(call);
  const close = data?.month_close;
  const months = monthsUntil(useNow(), monthsShown).reverse();
  const title = t`Close of the month`;
  useTitle(title);
  return (
    <main className="list">
      <header className="head">
        <Title order={1}>{title}</Title>
        <div className="actions">
          <NativeSelect
            size="xs"
            aria-label={t`Month`}
            value={close?.month ?? search.month ?? ''}
            data={[...new Set([...(close ? [close.month] : []), ...months])].map((month) => ({
              value: month,
              label: monthText(month, i18n.locale),
            }))}
            onChange={(event) => change({ month: event.currentTarget.value })}
          />
          <OpenInApi call={call} />
        </div>
      </header>
      <CallError error={error} />
      {isPending && !error ? <Loading label={title} /> : null}
      {close ? <Checks close={close} /> : null}
      {close ? <Reports month={close} /> : null}
    </main>
  );
}

function Checks({ close }: { close: MonthClose }) {
  const { t, i18n } = useLingui();
  const { organization } = useMembership();
  const open = close.checks.filter((check) => stateOf(check) !== 'done').length;
  const number = open.toLocaleString(i18n.locale);
  return (
    <>
      <p role="status">
        {close.ended ? null : `${t`The month has not ended.`} `}
        {open === 0 ? t`All checks are done.` : t`Checks with something to do: ${number}.`}{' '}
        <span className="nothing">
          {t`As of`} <Instant iso={close.as_of} />
        </span>
      </p>
      {organization.sandbox ? (
        <p className="nothing">{t`E-mails are counted by real time, also in a sandbox.`}</p>
      ) : null}
      <Section title={msg`Checks`}>
        <RecordTable label={t`Checks`} columns={columnsOf(close)} rows={close.checks} keyOf={({ type }) => type} />
      </Section>
    </>
  );
}

const columnsOf = (close: MonthClose): readonly Column<CloseCheck>[] => [
  {
    label: msg`Check`,
    cell: (check) => <CheckName check={check} close={close} />,
    csv: ({ type }) => type,
  },
  stateColumn(msg`State`, stateOf),
  unitsColumn(msg`Number`, ({ count }) => count),
  wide(amountsColumn(msg`Amount`, ({ amounts }) => amounts)),
  wide(instantColumn(msg`Since`, (check) => check.oldest_at)),
  wide({ ...textColumn(msg`What to do`, () => ''), cell: (check) => <Cure check={check} /> }),
];

function CheckName({ check, close }: { check: CloseCheck; close: MonthClose }) {
  const { t } = useLingui();
  const place = placeOf(check, close);
  const name = t(checkTexts[check.type].label);
  return place ? <RowsLink {...place}>{name}</RowsLink> : name;
}

function Cure({ check }: { check: CloseCheck }) {
  const { t } = useLingui();
  return stateOf(check) === 'to_do' ? t(checkTexts[check.type].cure) : null;
}

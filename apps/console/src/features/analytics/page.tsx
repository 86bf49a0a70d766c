import { Button, Group, NativeSelect, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CallError } from '../../frame/call-error.js';
import { useMembership } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { useNow } from '../../organization/clock-query.js';
import { Instant } from '../../ui/instant.js';
import { Loading } from '../../ui/loading.js';
import { OpenInApi } from '../../ui/open-in-api.js';
import { RowsLink } from '../../ui/rows-link.js';
import { Tabs } from '../../ui/tabs.js';
import { useAddress } from '../../ui/use-address.js';
import { ChartAndTable } from './chart-and-table.js';
import { monthsUntil } from '../../ui/months.js';
import { reports, type Report } from './reports.js';

const spans = ['6', '12', '24'];
const usualSpan = '12';

/** Figures of the business by month: each report as a chart, with its table beside it. */
export function Analytics() {
  const { t } = useLingui();
  const { search } = useAddress();
  const now = useNow();
  const report = reports.find(({ value }) => value === search.tab) ?? reports[0];
  const span = spans.find((one) => one === search.months) ?? usualSpan;
  useTitle(t`Analytics`);
  if (!report) return null;
  return <ReportPage key={report.value} report={report} span={span} months={monthsUntil(now, Number(span))} />;
}

function ReportPage({ report, span, months }: { report: Report; span: string; months: readonly string[] }) {
  const { t } = useLingui();
  const { search, change } = useAddress();
  const { organization } = useMembership();
  const { call, rows, error, completeTo } = report.useReading(months);
  const currencies = [...new Set(rows?.map(({ currency }) => currency))].sort();
  const currency = [search.currency, organization.default_currency].find(
    (code) => typeof code === 'string' && currencies.includes(code),
  );
  const shown = currency ?? currencies[0];
  return (
    <main className="list">
      <header className="head">
        <Title order={1}>{t`Analytics`}</Title>
        <div className="actions">
          <NativeSelect
            size="xs"
            aria-label={t`Months`}
            value={span}
            data={spans.map((one) => ({ value: one, label: t`${one} months` }))}
            onChange={(event) => change({ months: event.currentTarget.value })}
          />
          <OpenInApi call={call} />
        </div>
      </header>
      <Tabs tabs={reports} current={report.value} keep={search.months ? { months: span } : {}} />
      <p className="nothing">
        <RowsLink to="/$organization/analytics/ageing" search={{}}>{t`Open amounts by customer`}</RowsLink>
        {' · '}
        <RowsLink
          to="/$organization/analytics/customer-mrr"
          search={{}}
        >{t`Monthly recurring revenue by customer`}</RowsLink>
        {' · '}
        <RowsLink to="/$organization/analytics/movements" search={{}}>{t`Movements of recurring revenue`}</RowsLink>
        {' · '}
        <RowsLink to="/$organization/analytics/deferred-revenue" search={{}}>{t`Deferred revenue`}</RowsLink>
      </p>
      <p className="nothing">
        {t(report.hint)}{' '}
        {completeTo ? (
          <Trans>
            Complete until <Instant iso={completeTo} />.
          </Trans>
        ) : null}
      </p>
      <CallError error={error} />
      {rows === undefined && !error ? <Loading label={t(report.label)} /> : null}
      {currencies.length > 1 ? <Currencies all={currencies} shown={shown} onChoose={change} /> : null}
      {rows && shown === undefined ? (
        <p className="empty">{t`No amounts in these months. Choose a longer span.`}</p>
      ) : null}
      {rows && shown !== undefined ? (
        <ChartAndTable
          report={report}
          rows={rows.filter((row) => row.currency === shown)}
          months={months}
          currency={shown}
        />
      ) : null}
    </main>
  );
}

/** All currencies of a report: amounts of several have no sum, so one is shown at a time. */
function Currencies({
  all,
  shown,
  onChoose,
}: {
  all: readonly string[];
  shown: string | undefined;
  onChoose(changes: { currency: string }): void;
}) {
  const { t } = useLingui();
  return (
    <Group gap="xs" mb="sm" role="group" aria-label={t`Currency`}>
      {all.map((code) => (
        <Button
          key={code}
          size="xs"
          variant={code === shown ? 'filled' : 'default'}
          aria-pressed={code === shown}
          onClick={() => onChoose({ currency: code })}
        >
          {code}
        </Button>
      ))}
    </Group>
  );
}

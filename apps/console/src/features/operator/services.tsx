import { Button, Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { operatorApi, type OperatorProcess } from '../../api/operator.js';
import { CallError } from '../../frame/call-error.js';
import { useTitle } from '../../frame/plain-page.js';
import { codeColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { Rows } from '../../ui/detail-page.js';
import { Loading } from '../../ui/loading.js';
import { Units } from '../../ui/values.js';
import { useInstallation } from './list.js';
import { Mark } from './tones.js';

const troubleOf = ({ dependencies }: OperatorProcess): string =>
  Object.entries(dependencies)
    .filter(([, state]) => state !== 'ok')
    .map(([name, state]) => `${name}: ${state}`)
    .join(', ');

const processColumns: readonly Column<OperatorProcess>[] = [
  textColumn(msg`Process`, (row) => row.name),
  { label: msg`State`, cell: ({ status }) => <Mark value={status} />, csv: ({ status }) => status },
  wide(textColumn(msg`Services`, (row) => row.services.join(', '))),
  textColumn(msg`Unavailable`, troubleOf),
];

interface LateWork {
  process: string;
  kind: string;
  of: string;
  seconds: number;
}

const lateColumns: readonly Column<LateWork>[] = [
  codeColumn(msg`Work`, (row) => row.kind),
  textColumn(msg`Of`, (row) => row.of),
  wide(textColumn(msg`Process`, (row) => row.process)),
  {
    label: msg`Oldest, in seconds`,
    cell: ({ seconds }) => <Units value={seconds} />,
    csv: ({ seconds }) => String(seconds),
    right: true,
  },
];

const shownFrom = 1;

/** The latest work of all processes first. */
const lateWork = (processes: readonly OperatorProcess[]): LateWork[] =>
  processes
    .flatMap(({ name: process, lags }) => lags.map((lag) => ({ process, ...lag })))
    .filter(({ seconds }) => seconds >= shownFrom)
    .sort((one, other) => other.seconds - one.seconds);

/** The processes of the installation with their state, and the work that waits. */
export function Services() {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useInstallation(['processes'], () =>
    operatorApi.GET('/admin/processes'),
  );
  const title = t`Services`;
  useTitle(title);
  return (
    <main className="list">
      <header className="head">
        <Title order={1}>{title}</Title>
        <div className="actions">
          <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
            {t`Read again`}
          </Button>
        </div>
      </header>
      <CallError error={error} />
      {!data && !error ? <Loading label={title} /> : null}
      {data ? (
        <>
          <Rows title={msg`Processes`} columns={processColumns} rows={data.processes} keyOf={({ name }) => name} />
          <Rows
            title={msg`Work that waits`}
            columns={lateColumns}
            rows={lateWork(data.processes)}
            keyOf={({ process, kind, of }) => `${process} ${kind} ${of}`}
            empty={msg`No work waits for more than a second.`}
          />
        </>
      ) : null}
    </main>
  );
}

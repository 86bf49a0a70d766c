import { Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { answerOf, Refusal } from '../../api/client.js';
import { operatorApi, type ParkedItem } from '../../api/operator.js';
import { CallError } from '../../frame/call-error.js';
import { useTitle } from '../../frame/plain-page.js';
import { codeColumn, instantColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { DescriptionList, Section, useId } from '../../ui/detail-page.js';
import type { Filter } from '../../ui/filters.js';
import { Instant } from '../../ui/instant.js';
import { Json } from '../../ui/json.js';
import { Loading } from '../../ui/loading.js';
import { Copyable, Units } from '../../ui/values.js';
import { OperatorAct } from './act.js';
import { OperatorList, useInstallation } from './list.js';

const columns: readonly Column<ParkedItem>[] = [
  {
    label: msg`Kind`,
    cell: ({ svc_id: id, service, kind }) => (
      <Link className="record-link" to="/operator/parked/$id" params={{ id }}>
        {service}: {kind}
      </Link>
    ),
    csv: ({ service, kind }) => `${service}: ${kind}`,
  },
  codeColumn(msg`Reason`, (row) => row.reason),
  wide(textColumn(msg`Details`, (row) => row.details)),
  textColumn(msg`Tries`, (row) => row.tries),
  instantColumn(msg`Parked`, (row) => row.parked_at),
];

const filters: readonly Filter[] = [
  { name: 'organization_id', label: msg`Organization`, kind: 'text' },
  { name: 'service', label: msg`Service`, kind: 'text' },
  { name: 'kind', label: msg`Kind`, kind: 'text' },
  { name: 'reason', label: msg`Reason`, kind: 'text' },
];

/** The items that services could not process, the oldest first. */
export const ParkedItems = () => (
  <OperatorList
    title={msg`Parked items`}
    empty={msg`No parked items. An item appears when a service cannot process it.`}
    name="parked"
    call={(query) => operatorApi.GET('/admin/parked', { params: { query: query as never } })}
    rowsOf={({ parked }) => parked}
    keyOf={({ svc_id: id }) => id}
    columns={columns}
    filters={filters}
  />
);

/** Runs an item again; a failure stays in the dialog with its reason. */
async function runAgain(id: string): Promise<void> {
  const { parked } = await answerOf(
    operatorApi.POST('/admin/parked/{svc_id}/retry', { params: { path: { svc_id: id } } }),
  );
  if (parked.outcome === 'failed') throw new Refusal(409, parked.reason ?? 'failed');
}

/** One parked item: why it waits, its content, and both ways out. */
export function ParkedItemPage() {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const { data, error } = useInstallation(['parked', id], () =>
    operatorApi.GET('/admin/parked/{svc_id}', { params: { path: { svc_id: id } } }),
  );
  const item = data?.parked;
  useTitle(t`Parked item`);
  const back = () => navigate({ to: '/operator/parked' });
  return (
    <main className="detail">
      <nav className="parent" aria-label={t`Parked items`}>
        <Link to="/operator/parked">‹ {t`Parked items`}</Link>
      </nav>
      <CallError error={error} />
      {!item && !error ? <Loading label={t`Parked items`} /> : null}
      {item ? (
        <>
          <header className="head">
            <div>
              <Title order={1}>
                {item.service}: {item.kind}
              </Title>
              <div className="below-name">
                <Copyable value={item.svc_id} />
              </div>
            </div>
            <div className="actions">
              <OperatorAct label={msg`Run again`} send={() => runAgain(id)} done={msg`The item is done.`} onDone={back}>
                <Trans>The service processes the item now. If it fails, the item stays parked.</Trans>
              </OperatorAct>
              <OperatorAct
                label={msg`Discard`}
                send={() =>
                  answerOf(operatorApi.DELETE('/admin/parked/{svc_id}', { params: { path: { svc_id: id } } }))
                }
                done={msg`The item is discarded.`}
                onDone={back}
              >
                <Trans>The item is deleted and never processed. This cannot be taken back.</Trans>
              </OperatorAct>
            </div>
          </header>
          <DescriptionList
            items={[
              [msg`Reason`, <code key="reason">{item.reason}</code>],
              [msg`Details`, item.details],
              [
                msg`Organization`,
                <Link key="organization" to="/operator/organizations/$id" params={{ id: item.organization_id }}>
                  {item.organization_id}
                </Link>,
              ],
              [msg`Key`, <Copyable key="key" value={item.key} />],
              [msg`Tries`, <Units key="tries" value={item.tries} />],
              [msg`Parked`, <Instant key="parked" iso={item.parked_at} focusable />],
              [msg`Last try`, <Instant key="tried" iso={item.last_tried_at} focusable />],
            ]}
          />
          <Section title={msg`Content`}>
            <Json value={item.payload} />
          </Section>
        </>
      ) : null}
    </main>
  );
}

import { msg } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.js';
import { operatorApi, type OperatorOrganization } from '../../api/operator.js';
import { sessionQuery } from '../../api/session.js';
import { Field } from '../../frame/forms.js';
import { instantColumn, wide, type Column } from '../../ui/columns.js';
import { searchFilter, type Filter } from '../../ui/filters.js';
import { Units } from '../../ui/values.js';
import { OperatorAct } from './act.js';
import { OperatorList } from './list.js';
import { Mark } from './tones.js';

export const stateOf = ({ suspended_at: suspended }: Pick<OperatorOrganization, 'suspended_at'>): string =>
  suspended === null ? 'active' : 'suspended';

const numberColumn = (
  label: Column<OperatorOrganization>['label'],
  value: (row: OperatorOrganization) => number | null,
): Column<OperatorOrganization> => ({
  label,
  cell: (row) => <Units value={value(row)} />,
  csv: (row) => String(value(row) ?? ''),
  right: true,
});

const columns: readonly Column<OperatorOrganization>[] = [
  {
    label: msg`Name`,
    cell: ({ svc_id: id, name }) => (
      <Link className="record-link" to="/operator/organizations/$id" params={{ id }}>
        {name}
      </Link>
    ),
    csv: ({ name }) => name,
  },
  { label: msg`State`, cell: (row) => <Mark value={stateOf(row)} />, csv: stateOf },
  wide({
    label: msg`Kind`,
    cell: ({ sandbox }) => (sandbox ? <Trans>Sandbox</Trans> : <Trans>Live</Trans>),
    csv: ({ sandbox }) => (sandbox ? 'sandbox' : 'live'),
  }),
  wide(numberColumn(msg`Members`, (row) => row.members_count)),
  numberColumn(msg`Events in 30 days`, (row) => row.recent_events),
  wide(numberColumn(msg`Stored events`, (row) => row.stored_events)),
  numberColumn(msg`Parked items`, (row) => row.parked_count),
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
];

const filters: readonly Filter[] = [
  searchFilter,
  {
    name: 'suspended',
    label: msg`State`,
    kind: 'choice',
    values: ['false', 'true'],
    texts: { false: msg`Active`, true: msg`Suspended` },
  },
  {
    name: 'sandbox',
    label: msg`Kind`,
    kind: 'choice',
    values: ['false', 'true'],
    texts: { false: msg`Live`, true: msg`Sandbox` },
  },
];

/** Creates an organization, with the operator as its admin. */
function CreateOrganization() {
  const { t } = useLingui();
  const queries = useQueryClient();
  return (
    <OperatorAct
      label={msg`Create an organization`}
      fields={['name']}
      Fields={({ error }) => (
        <>
          <Field name="name" label={t`Name of the organization`} error={error} />
          <Checkbox name="sandbox" label={t`Sandbox: it has its own clock and sends no real bills`} />
        </>
      )}
      send={({ name = '', sandbox }) =>
        answerOf(api.POST('/organizations', { body: { organization: { name, sandbox: sandbox !== undefined } } }))
      }
      done={msg`The organization is created.`}
      onDone={() => queries.refetchQueries(sessionQuery)}
    >
      <Trans>You become its admin, and can invite the others.</Trans>
    </OperatorAct>
  );
}

/** The organizations of the installation. */
export const Organizations = () => (
  <OperatorList
    title={msg`Organizations`}
    empty={msg`No organizations match. Change the search or the filters.`}
    name="organizations"
    call={(query) => operatorApi.GET('/admin/organizations', { params: { query: query as never } })}
    rowsOf={({ organizations }) => organizations}
    keyOf={({ svc_id: id }) => id}
    columns={columns}
    filters={filters}
    actions={<CreateOrganization />}
  />
);

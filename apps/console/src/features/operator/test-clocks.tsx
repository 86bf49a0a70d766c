import { msg } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { operatorApi, type OperatorTestClock } from '../../api/operator.js';
import { instantColumn, wide, type Column } from '../../ui/columns.js';
import { OperatorList } from './list.js';
import { Mark } from './tones.js';

const stateOf = ({ status }: OperatorTestClock): string => (status === 'ready' ? 'standing' : status);

const columns: readonly Column<OperatorTestClock>[] = [
  {
    label: msg`Organization`,
    cell: ({ organization_id: id, organization_name: name }) => (
      <Link className="record-link" to="/operator/organizations/$id" params={{ id }}>
        {name}
      </Link>
    ),
    csv: ({ organization_name: name }) => name,
  },
  { label: msg`State`, cell: (row) => <Mark value={stateOf(row)} />, csv: stateOf },
  instantColumn(msg`Now`, (row) => row.frozen_time),
  wide(instantColumn(msg`Target`, (row) => row.target_time)),
];

/** The clocks of sandboxes, those that advance first. */
export const TestClocks = () => (
  <OperatorList
    title={msg`Test clocks`}
    empty={msg`No test clocks. Each sandbox has one.`}
    name="test-clocks"
    call={(query) => operatorApi.GET('/admin/test_clocks', { params: { query: query as never } })}
    rowsOf={({ test_clocks: clocks }) => clocks}
    keyOf={({ organization_id: id }) => id}
    columns={columns}
  />
);

import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { actsColumn } from '../../acts/acts-column.js';
import type { components } from '../../api/schema.js';
import { instantColumn, stateColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { invite } from '../invites/acts.js';
import { memberActs } from './acts.js';

type Member = components['schemas']['Member'];

const columns: readonly Column<Member>[] = [
  textColumn(msg`E-mail`, (row) => row.email),
  textColumn(msg`Name`, (row) => row.name),
  textColumn(msg`Roles`, (row) => row.roles.join(', ')),
  stateColumn(msg`State`, (row) => row.status),
  wide(instantColumn(msg`Since`, (row) => row.created_at)),
  actsColumn(memberActs),
];

/** The people of the organization, with their roles. */
export const Members = () => (
  <ListPage
    title={msg`People`}
    empty={msg`No people yet. Invite those who work on billing.`}
    call={{ path: '/members' }}
    rowsOf={({ members }) => members}
    keyOf={byId}
    columns={columns}
    filters={[searchFilter]}
    create={<Create acts={[invite]} />}
  />
);

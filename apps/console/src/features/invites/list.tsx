import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { actsColumn } from '../../acts/acts-column.js';
import type { components } from '../../api/schema.js';
import { instantColumn, stateColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { invite, inviteActs } from './acts.js';

type Invite = components['schemas']['Invite'];

const columns: readonly Column<Invite>[] = [
  textColumn(msg`E-mail`, (row) => row.email),
  textColumn(msg`Roles`, (row) => row.roles.join(', ')),
  stateColumn(msg`State`, (row) => row.status),
  instantColumn(msg`Expires`, (row) => row.expires_at),
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
  actsColumn(inviteActs),
];

/** Invitations that people have not accepted yet, and former ones. */
export const Invites = () => (
  <ListPage
    title={msg`Invitations`}
    empty={msg`No invitations. Invite the people who work on billing.`}
    call={{ path: '/invites' }}
    rowsOf={({ invites }) => invites}
    keyOf={byId}
    columns={columns}
    filters={[searchFilter]}
    create={<Create acts={[invite]} />}
  />
);

import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { actsColumn } from '../../acts/acts-column.js';
import type { components } from '../../api/schema.js';
import { codeColumn, filling, textColumn, type Column } from '../../ui/columns.js';
import { ListPage } from '../../ui/list-page.js';
import { createRole, roleActs } from './acts.js';

type Role = components['schemas']['Role'];

const columns: readonly Column<Role>[] = [
  textColumn(msg`Name`, (row) => row.name),
  codeColumn(msg`Code`, (row) => row.code),
  filling(textColumn(msg`Permissions`, (row) => row.permissions.join(', '))),
  actsColumn(roleActs),
];

/** The roles of an organization, with their permissions. */
export const Roles = () => (
  <ListPage
    title={msg`Roles`}
    empty={msg`No roles.`}
    call={{ path: '/roles' }}
    hasPages
    rowsOf={({ roles }) => roles}
    keyOf={({ code }) => code}
    columns={columns}
    create={<Create acts={[createRole]} />}
  />
);

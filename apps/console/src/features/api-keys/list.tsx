import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { actsColumn } from '../../acts/acts-column.js';
import type { components } from '../../api/schema.js';
import { codeColumn, instantColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { createKey, keyActs } from './acts.js';

type ApiKey = components['schemas']['ApiKey'];

const permissionsText = ({ permissions }: ApiKey): string =>
  Object.entries(permissions)
    .map(([kind, rights]) => `${kind}: ${rights.join('/')}`)
    .join(', ');

const keyColumns: readonly Column<ApiKey>[] = [
  textColumn(msg`Name`, (row) => row.name),
  codeColumn(msg`Key`, (row) => row.value),
  instantColumn(msg`Last used`, (row) => row.last_used_at),
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
  wide(instantColumn(msg`Expires`, (row) => row.expires_at)),
  { ...textColumn(msg`Permissions`, permissionsText), csvOnly: true },
  actsColumn(keyActs),
];

/** The keys with which programs act for the organization. */
export const ApiKeys = () => (
  <ListPage
    title={msg`API keys`}
    empty={msg`No API keys. Create one for the program that sends events.`}
    call={{ path: '/api_keys' }}
    rowsOf={({ api_keys: keys }) => keys}
    keyOf={byId}
    columns={keyColumns}
    filters={[searchFilter]}
    create={<Create acts={[createKey]} />}
  />
);

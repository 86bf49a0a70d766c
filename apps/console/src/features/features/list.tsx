import { msg } from '@lingui/core/macro';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { featureColumns } from './columns.js';

export const Features = () => (
  <ListPage
    title={msg`Features`}
    empty={msg`No features yet. Create one to state what a plan includes.`}
    call={{ path: '/features' }}
    rowsOf={({ features }) => features}
    keyOf={byCode}
    columns={featureColumns}
    filters={[searchFilter]}
  />
);

import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { addOnColumns } from './columns.js';
import { createAddOn } from './acts.js';

export const AddOns = () => (
  <ListPage
    create={<Create acts={[createAddOn]} />}
    title={msg`Add-ons`}
    empty={msg`No add-ons yet. Create one to bill it once, or by fixed charges.`}
    call={{ path: '/add_ons' }}
    rowsOf={({ add_ons: addOns }) => addOns}
    keyOf={byCode}
    columns={addOnColumns}
    filters={[searchFilter]}
  />
);

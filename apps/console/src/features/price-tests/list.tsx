import { msg } from '@lingui/core/macro';
import { planFilter, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { priceTestColumns } from './columns.js';

export const PriceTests = () => (
  <ListPage
    title={msg`Price tests`}
    empty={msg`No price tests yet. Edit a plan, and choose “Test the prices” in its form.`}
    call={{ path: '/price_tests' }}
    rowsOf={({ price_tests: tests }) => tests}
    keyOf={byId}
    columns={priceTestColumns}
    filters={[searchFilter, planFilter]}
  />
);

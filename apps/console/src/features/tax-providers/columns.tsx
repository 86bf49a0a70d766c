import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TaxProvider } from '../../api/records.js';
import { codeColumn, instantColumn, linkColumn, textColumn, unitsColumn, wide, type Column } from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';
import { engineForms } from './forms.js';
import { itemTypes } from './mappings.js';

type Mapping = TaxProvider['mappings'][number];

export const taxProviderColumns: readonly Column<TaxProvider>[] = [
  linkColumn(msg`Name`, 'taxProvider', byCode, (row) => row.name),
  textColumn(msg`Tax engine`, (row) => engineForms[row.provider].title),
  codeColumn(msg`Code`, byCode),
  unitsColumn(msg`Codes`, (row) => row.mappings.length),
  wide(instantColumn(msg`Connected`, (row) => row.created_at)),
];

function ItemType({ value }: { value: Mapping['item_type'] }) {
  const { t } = useLingui();
  return t(itemTypes[value]);
}

export const mappingColumns: readonly Column<Mapping>[] = [
  { label: msg`Item`, cell: (row) => <ItemType value={row.item_type} />, csv: (row) => row.item_type },
  codeColumn(msg`Code`, (row) => row.item_code),
  codeColumn(msg`Code of the engine`, (row) => row.external_code),
];

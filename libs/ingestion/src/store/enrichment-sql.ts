import { numberOf } from '../enrichment/number-sql.js';
import { sharedColumns } from './usage-tables.js';

/** The SQL counterpart of `enrich` over stored events; columns in the order of `sharedColumns`. */
export function enrichedColumns(field: string | null): { columns: string; values: string } {
  const text =
    field === null
      ? 'null::Nullable(String)'
      : `if(mapContains(event.texts, {field:String}), event.texts[{field:String}], null)`;
  const computed: Partial<Record<(typeof sharedColumns)[number], string>> = {
    value_text: text,
    value: field === null ? 'null' : numberOf(text),
    version: '{version:UInt64}',
  };
  return {
    columns: sharedColumns.join(', '),
    values: sharedColumns.map((column) => computed[column] ?? `event.${column}`).join(', '),
  };
}

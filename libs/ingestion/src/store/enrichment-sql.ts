import { sharedColumns } from './usage-tables.js';

const plainDecimal = `'^-?[0-9]+([.][0-9]+)?$'`;

/** The SQL counterpart of `enrich` over stored events; columns in the order of `sharedColumns`. */
export function enrichedColumns(field: string | null): { columns: string; values: string } {
  const text =
    field === null
      ? 'null::Nullable(String)'
      : `if(mapContains(event.texts, {field:String}), event.texts[{field:String}], null)`;
  const part = (index: number) => `length(splitByChar('.', replaceOne(assumeNotNull(${text}), '-', ''))[${index}])`;
  const value = `if(${text} is not null and match(assumeNotNull(${text}), ${plainDecimal}) and ${part(1)} <= 46 and ${part(2)} <= 30,
                    toDecimal256OrNull(assumeNotNull(${text}), 30), null)`;
  const computed: Partial<Record<(typeof sharedColumns)[number], string>> = {
    value_text: text,
    value: field === null ? 'null' : value,
    version: '{version:UInt64}',
  };
  return {
    columns: sharedColumns.join(', '),
    values: sharedColumns.map((column) => computed[column] ?? `event.${column}`).join(', '),
  };
}

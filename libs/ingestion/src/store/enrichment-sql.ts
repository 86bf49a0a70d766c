import { sharedColumns } from './usage-tables.js';

const plainDecimal = `'^-?[0-9]+([.][0-9]+)?$'`;

/** SQL for the number of a nullable text; null for a text that is no plain decimal, or too long (metering, section 3.1). */
export function numberOf(text: string): string {
  const part = (index: number) => `length(splitByChar('.', replaceOne(assumeNotNull(${text}), '-', ''))[${index}])`;
  return `if(${text} is not null and match(assumeNotNull(${text}), ${plainDecimal}) and ${part(1)} <= 46 and ${part(2)} <= 30,
             toDecimal256OrNull(assumeNotNull(${text}), 30), null)`;
}

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

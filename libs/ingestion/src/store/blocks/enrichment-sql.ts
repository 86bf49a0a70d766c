import { numberOf } from '../../model/enrichment/number-sql.js';
import type { EnrichmentsTable } from '../../model/tables/enrichments.tables.js';
import { sharedColumns } from './usage-tables.js';

/**
 * The SQL counterpart of `enrich` over stored events of some codes, each by its own field; columns in the order of
 * `sharedColumns`.
 */
export function enrichedColumns(pending: Pick<EnrichmentsTable, 'code' | 'field_name' | 'version'>[]): {
  columns: string;
  values: string;
  parameters: Record<string, unknown>;
} {
  const ofCode = (values: string, otherwise: string) =>
    `transform(event.code, {codes:Array(String)}, ${values}, ${otherwise})`;
  const isRead = ofCode('{reads_field:Array(UInt8)}', '0');
  const field = ofCode('{fields:Array(String)}', `''`);
  const text = `if(${isRead} = 1 and mapContains(event.texts, ${field}), event.texts[${field}], null)`;
  const computed: Partial<Record<(typeof sharedColumns)[number], string>> = {
    value_text: text,
    value: numberOf(text),
    version: ofCode('{versions:Array(UInt64)}', 'toUInt64(0)'),
  };
  return {
    columns: sharedColumns.join(', '),
    values: sharedColumns.map((column) => computed[column] ?? `event.${column}`).join(', '),
    parameters: {
      codes: pending.map(({ code }) => code),
      fields: pending.map(({ field_name: name }) => name ?? ''),
      reads_field: pending.map(({ field_name: name }) => (name === null ? 0 : 1)),
      versions: pending.map(({ version }) => version),
    },
  };
}

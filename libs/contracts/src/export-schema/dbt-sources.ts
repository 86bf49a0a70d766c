import type { ColumnType, ExportKind } from '../resources/exported/export-kind.js';
import { exportKinds } from '../resources/exported/kinds.js';
import { generatedBy } from './columns-page.js';

/** The types that loaders give the columns; decimals and JSON are texts in the files. */
const dataTypes: Record<ColumnType, string> = {
  text: 'string',
  decimal: 'string',
  json: 'string',
  integer: 'bigint',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
};

const head = `# ${generatedBy}
version: 2
sources:
  - name: tollgate
    description: Files of data exports, a table for each kind
    tables:
`;

/** The sources of a dbt project: every kind of records, with the column names of JSON lines and Parquet. */
export const dbtSources = (): string => head + exportKinds.map(tableOf).join('');

const tableOf = (kind: ExportKind): string => `      - name: ${kind.name}
        description: ${quoted(kind.row)}
        columns:
${kind.columns
  .map((column) => {
    const test =
      kind.identity.length === 1 && kind.identity[0] === column.name ? '\n            data_tests: [not_null]' : '';
    return `          - name: ${column.name.replaceAll('.', '_')}
            data_type: ${dataTypes[column.type]}
            description: ${quoted(column.text)}${test}
`;
  })
  .join('')}`;

/** A text of YAML: JSON is YAML. */
const quoted = (text: string): string => JSON.stringify(text);

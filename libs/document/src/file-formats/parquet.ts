import { deserialize, serialize } from 'node:v8';
import type { ColumnType } from '@tollgate/contracts';
import type { Cell } from '@tollgate/platform';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { inOneWord } from './column-names.js';
import type { FileColumn, FileFormat } from './file-format.js';

/** The bytes that begin and end a file. */
const mark = Buffer.from('PAR1');
const dayMs = 86_400_000;

type Groups = ParquetWriter['row_groups'];
/** A value of a column, as the writer takes it. */
type Value = string | number | bigint | boolean | null;

/** The form of each type of columns; decimals are texts, because a column has values of any scale. */
const elements: Record<ColumnType, Omit<SchemaElement, 'name' | 'repetition_type'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  decimal: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
};

const valuesOf: Record<ColumnType, (cell: NonNullable<Cell>) => Value> = {
  text: String,
  decimal: String,
  json: String,
  integer: (cell) => BigInt(String(cell)),
  number: Number,
  boolean: Boolean,
  date: (cell) => Date.parse(`${String(cell)}T00:00:00Z`) / dayMs,
  timestamp: (cell) => microsecondsOf(String(cell)),
};

/** The instant of ISO 8601 text in Unix microseconds: JavaScript dates would lose the last digits. */
function microsecondsOf(text: string): bigint {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  const seconds = Date.parse(text.replace(`.${fraction}`, '')) / 1000;
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

/** Columnar files, for warehouses: a row group for each part. */
export const parquet: FileFormat = {
  extension: 'parquet',
  mediaType: 'application/vnd.apache.parquet',
  columnName: inOneWord,
  head: () => mark,
  rows(columns, rows, offset) {
    if (rows.length === 0) return { content: Buffer.alloc(0), summary: null };
    const { file, bytes } = begun(columns, offset);
    // The writer is one in memory, which answers at once.
    void file.write({
      columnData: columns.map(({ name, type }, place) => ({
        name,
        data: rows.map((row) => valueOf(type, row[place] ?? null)),
        offsetIndex: false,
      })),
      rowGroupSize: rows.length,
    });
    return { content: Buffer.from(bytes.getBytes()), summary: serialize(file.row_groups) };
  },
  end(columns, summaries) {
    const { file, bytes } = begun(columns, 0);
    file.row_groups = summaries.flatMap((summary) => deserialize(summary) as Groups);
    file.num_rows = file.row_groups.reduce((sum, { num_rows: rows }) => sum + rows, 0n);
    void file.finish();
    return Buffer.from(bytes.getBytes());
  },
};

const valueOf = (type: ColumnType, cell: Cell): Value => (cell === null ? null : valuesOf[type](cell));

/** A writer that continues a file: it begins each with the mark, which is taken back. */
function begun(columns: readonly FileColumn[], offset: number): { file: ParquetWriter; bytes: ByteWriter } {
  const bytes = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...elements[type] })),
  ];
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'tollgate' });
  bytes.index = 0;
  bytes.offset = offset;
  return { file, bytes };
}

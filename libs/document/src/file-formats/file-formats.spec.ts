import { describe, expect, it } from '@jest/globals';
import { exportKinds } from '@tollgate/contracts';
import type { Cell } from '@tollgate/platform';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import type { FileColumn, FileFormat } from './file-format.js';
import { fileColumns, fileFormats } from './file-formats.js';

const columns: FileColumn[] = [
  { name: 'text', type: 'text' },
  { name: 'decimal', type: 'decimal' },
  { name: 'json', type: 'json' },
  { name: 'integer', type: 'integer' },
  { name: 'number', type: 'number' },
  { name: 'boolean', type: 'boolean' },
  { name: 'date', type: 'date' },
  { name: 'timestamp', type: 'timestamp' },
];

/** A file whose rows come in parts, as after interruptions. */
function fileOf(format: FileFormat, parts: Cell[][][], own = columns): Buffer {
  let file = format.head(own);
  const summaries: Buffer[] = [];
  for (const rows of parts) {
    const { content, summary } = format.rows(own, rows, file.length);
    file = Buffer.concat([file, content]);
    if (summary) summaries.push(summary);
  }
  return Buffer.concat([file, format.end(own, summaries)]);
}

const exact = (file: Buffer): ArrayBuffer => new Uint8Array(file).buffer;

const rows = fc.array(
  fc.tuple(
    fc.option(fc.string({ unit: 'grapheme', maxLength: 40 })),
    fc.option(fc.constantFrom('0.1', '-12345678901234567890.123456789', '10')),
    fc.option(fc.jsonValue().map((value) => JSON.stringify(value))),
    fc.option(fc.maxSafeInteger()),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.option(fc.boolean()),
    fc.option(fc.constantFrom('1970-01-01', '2024-02-29', '1969-12-31')),
    fc.option(fc.constantFrom('2024-02-29T23:59:59Z', '1969-12-31T23:59:59.123456Z', '2026-11-28T00:00:00.5Z')),
  ),
  { maxLength: 8 },
);

describe('a Parquet file', () => {
  it('has the rows of all parts, as an independent reader reads them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rows, { maxLength: 4 }), async (parts) => {
        const file = exact(fileOf(fileFormats.parquet, parts));
        const read = await parquetReadObjects({ file, parsers: { timestampFromMicroseconds: (value) => value } });
        expect(read).toEqual(
          parts.flat().map(([text, decimal, json, integer, number, boolean, date, timestamp]) => ({
            text,
            decimal,
            json,
            integer: integer === null ? null : BigInt(integer),
            number,
            boolean,
            date: date === null ? null : new Date(`${date}T00:00:00Z`),
            timestamp: timestamp === null ? null : micros[timestamp],
          })),
        );
        expect(parquetMetadata(file).row_groups.length).toBe(parts.filter((part) => part.length > 0).length);
      }),
      { numRuns: 60 },
    );
  });
});

const micros: Record<string, bigint> = {
  '2024-02-29T23:59:59Z': 1_709_251_199_000_000n,
  '1969-12-31T23:59:59.123456Z': -876_544n,
  '2026-11-28T00:00:00.5Z': 1_795_824_000_500_000n,
};

describe('a file of JSON lines', () => {
  it('has an object in each line, with nested objects and exact decimals', () => {
    const file = fileOf(fileFormats.jsonl, [
      [['a\n"b"', '0.10', '{"x":[1]}', 7, 0.5, true, '2024-02-29', '2024-02-29T23:59:59Z']],
      [[null, null, null, null, null, null, null, null]],
    ]).toString();
    const lines = file.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        text: 'a\n"b"',
        decimal: '0.10',
        json: { x: [1] },
        integer: 7,
        number: 0.5,
        boolean: true,
        date: '2024-02-29',
        timestamp: '2024-02-29T23:59:59Z',
      },
      Object.fromEntries(columns.map(({ name }) => [name, null])),
    ]);
  });
});

it.each(exportKinds.map((kind) => [kind.name, kind] as const))(
  '%s have distinct columns in every format',
  (_, kind) => {
    for (const format of Object.values(fileFormats)) {
      const names = fileColumns(kind, format, 'svc').map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(fileOf(format, [], fileColumns(kind, format, 'svc'))).toBeInstanceOf(Buffer);
    }
    const paths: readonly string[] = kind.columns.map(({ name }) => name);
    expect(kind.identity.filter((name) => !paths.includes(name))).toEqual([]);
  },
);

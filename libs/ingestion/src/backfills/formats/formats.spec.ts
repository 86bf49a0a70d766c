import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { csv } from './csv.js';
import { jsonl } from './jsonl.js';
import { decode } from './parquet-decoding.js';
import { parquetFormat } from './parquet.js';
import { BrokenFile, longestRow, rowsAtOnce, type ObjectBytes, type RowFormat, type RowRecord } from './row-format.js';

const parquet = parquetFormat(decode);

const bytesOf = (content: Buffer | string): ObjectBytes => {
  const bytes = Buffer.from(content);
  return { size: bytes.length, read: (start, end) => Promise.resolve(Buffer.from(bytes.subarray(start, end))) };
};

/** All rows, each part by a process that knows nothing but the place of the last one. */
async function allRows(format: RowFormat, content: Buffer | string, isNew = true): Promise<RowRecord[]> {
  const rows: RowRecord[] = [];
  let bytes = bytesOf(content);
  let place = { bytes: 0, rows: 0, columns: null as string[] | null };
  for (;;) {
    const part = await format.next(bytes, place);
    rows.push(...part.rows);
    expect(part.rows.length).toBeLessThanOrEqual(rowsAtOnce);
    expect(part.next.rows).toBe(rows.length);
    if (part.ended) return rows;
    place = JSON.parse(JSON.stringify(part.next)) as typeof place;
    if (isNew) bytes = bytesOf(content);
  }
}

const faultOf = (format: RowFormat, content: Buffer | string) =>
  allRows(format, content).then(
    () => null,
    (error: unknown) => (error instanceof BrokenFile ? [error.fault, error.row] : error),
  );

const text = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('a,b', 'x\ny', '"', 'é', '1'));
const cell = text.map((some) => some.replace(/[\r\uFEFF]/g, ' ')).filter((some) => !/^'[=+\-@\t]/.test(some));
const quoted = (some: string) => `"${some.replaceAll('"', '""')}"`;

describe('CSV', () => {
  it('gives the same rows, wherever the parts end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (some, end, isOpen) => {
          const pairs = Array.from({ length: Math.ceil(1_300 / some.length) }, () => some).flat();
          const lines = ['id,properties.x', ...pairs.map((cells) => cells.map(quoted).join(','))];
          const expected = pairs.map(([id, x]) => ({
            ...(id === '' ? {} : { id }),
            ...(x === '' ? {} : { 'properties.x': x }),
          }));
          expect(await allRows(csv, `\uFEFF${lines.join(end)}${isOpen ? '' : end}`)).toEqual(expected);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('takes back the apostrophe of exports, and leaves rows of another width unread', async () => {
    expect(await allRows(csv, "a,b\n'=1,2\n3\n\n4,5\n")).toEqual([{ a: '=1', b: '2' }, null, { a: '4', b: '5' }]);
  });

  it.each([
    ['', ['file_is_invalid', null]],
    ['a,a\n1,2', ['column_is_duplicated', null]],
    [Array.from({ length: 501 }, (_, place) => `c${place}`).join(), ['too_many_columns', null]],
    ['a,b\n1,2\n3,x"y\n', ['row_is_invalid', 2]],
    [`a\n1\n"${'x'.repeat(100)}\n`, ['row_is_invalid', 2]],
    [`a\n1\n${'x'.repeat(longestRow)}\n`, ['row_is_too_long', 2]],
  ])('names what is broken: %.20j', async (content, expected) => {
    const fault = await faultOf(csv, content);
    expect(fault).toEqual(expected);
  });
});

describe('JSON lines', () => {
  it('are objects; other lines are rows that cannot be read', async () => {
    const lines = ['{"a":1,"b":{"c":[2]}}', '', '[1]', '{"a":12345678901234567890}', '{', '{"a":"ü"}'];
    expect(await allRows(jsonl, lines.join('\r\n'))).toEqual([
      { a: 1, b: { c: [2] } },
      null,
      { a: '12345678901234567890' },
      null,
      { a: 'ü' },
    ]);
    const many = Array.from({ length: 2_345 }, (_, id) => ({ id, text: 'x'.repeat(id % 700) }));
    expect(await allRows(jsonl, many.map((one) => JSON.stringify(one)).join('\n'))).toEqual(many);
    expect(await faultOf(jsonl, `{}\n{"a":"${'x'.repeat(longestRow)}"}`)).toEqual(['row_is_too_long', 2]);
  });
});

const written = (columnData: Parameters<typeof parquetWriteBuffer>[0]['columnData'], rowGroupSize = 900): Buffer =>
  Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize }));

describe('Parquet', () => {
  const ids = Array.from({ length: 2_000 }, (_, place) => `t${place}`);
  const file = written([
    { name: 'id', data: ids, type: 'STRING' },
    { name: 'at', data: ids.map((_, place) => new Date(1_700_000_000_123 + place)), type: 'TIMESTAMP' },
    { name: 'units', data: ids.map((_, place) => BigInt(place) * 10n ** 15n), type: 'INT64' },
  ]);

  it('gives the rows of all groups, with exact numbers and instants', async () => {
    const rows = await allRows(parquet, file);
    expect(rows).toHaveLength(2_000);
    expect(rows[1]).toEqual({ id: 't1', at: '1700000000.124', units: 1_000_000_000_000_000 });
    expect(rows[1_999]).toMatchObject({ id: 't1999', units: '1999000000000000000' });
    expect(await allRows(parquet, file, false)).toEqual(rows);
  });

  it('has decimals with all their digits', async () => {
    const decimals = Buffer.from(
      parquetWriteBuffer({
        columnData: [{ name: 'amount', data: [12_345_678_901_234_567n, -5n, null] }],
        schema: [
          { name: 'root', num_children: 1 },
          {
            name: 'amount',
            type: 'INT64',
            repetition_type: 'OPTIONAL',
            converted_type: 'DECIMAL',
            scale: 3,
            precision: 18,
          },
        ],
      }),
    );
    expect(await allRows(parquet, decimals)).toEqual([{ amount: '12345678901234.567' }, { amount: '-0.005' }, {}]);
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['another file', gzipSync('a,b')],
    [
      'an end that is no metadata',
      Buffer.concat([Buffer.alloc(40, 7), Buffer.from([32, 0, 0, 0]), Buffer.from('PAR1')]),
    ],
    ['a file that is cut', file.subarray(100)],
  ])('is broken for %s', async (_, content) => {
    const fault = await faultOf(parquet, content);
    expect(Array.isArray(fault) && fault[0]).toBe('file_is_invalid');
  });

  it('is broken where a page claims more values than its group has rows', async () => {
    // The claim is a number of a page header: 600 of 300 rows as a zigzag of two bytes.
    const one = written([{ name: 'id', data: ids.slice(0, 300), type: 'STRING' }], 300);
    const claim = one.indexOf(Buffer.from([0xd8, 0x04]), 4);
    expect(claim).toBeGreaterThan(0);
    const damaged = Buffer.from(one);
    damaged[claim + 1] = 0x09;
    expect(await faultOf(parquet, damaged)).toEqual(['file_is_invalid', 1]);
  });

  it('comes as base64', () => {
    expect(parquet.bytesOf(file.toString('base64'))).toEqual(file);
    expect(parquet.bytesOf('no base64!')).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { recordsOf } from './csv-records.js';

const cell = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', 'a,b', 'x\ny', '"', 'é'));
const row = fc.array(cell, { minLength: 1, maxLength: 4 });
const quoted = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\r', ' ')}"`;

describe('the records of a file', () => {
  it('are those of the whole file, with their lines, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, end) => {
          const some = rows.map((cells) => cells.map(quoted).join(',')).join(end);
          const csv = Array(Math.ceil(100_000 / (some.length + 2)))
            .fill(some)
            .join(end);
          const options = { info: true, skip_empty_lines: true, relax_column_count: true } as const;
          const whole = parse(csv, options) as unknown as { record: string[]; info: { lines: number } }[];
          expect(await recordsOf(csv, 1_000_000)).toEqual(
            whole.map(({ record, info }) => ({ cells: record, line: info.lines })),
          );
        },
      ),
      { numRuns: 10 },
    );
  });

  it.each([
    ['a head of very many cells', ','.repeat(900_000)],
    ['a head of many named cells', Array.from({ length: 501 }, (_, place) => `c${place}`).join(',')],
    ['a row of very many cells', `external_id\n${','.repeat(900_000)}`],
    ['a cell without an end', `external_id\n"${'x'.repeat(900_000)}`],
  ])('are refused for %s before they are built', async (_, csv) => {
    const begun = process.cpuUsage();
    expect(await recordsOf(csv, 10_000)).toBe('value_is_too_long');
    expect(process.cpuUsage(begun).user).toBeLessThan(200_000);
  });

  it('leave the event loop to others', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await recordsOf(`a,b\n${'1,2\n'.repeat(200_000)}`, 1_000_000);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contentsOf, headBytes, recordOf, scan } from './record.js';

const content = fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }).map((items) => JSON.stringify(items));
const contents = fc.array(content, { minLength: 1, maxLength: 5 });
const recordsOf = (texts: string[]) => texts.map((text) => recordOf(text, JSON.parse(text).length));
const wellFormed = (text: string) => Buffer.from(text).toString();
const contentsFound = (bytes: Buffer) =>
  scan(bytes).records.map(({ from, to }) => String(contentsOf(bytes.subarray(from, to))?.[0]));
/** The end offset of each record. */
const endsOf = (records: Buffer[]) => records.map((_, index) => Buffer.concat(records.slice(0, index + 1)).length);

describe('records of a journal', () => {
  it('round-trip with the number of their items', () => {
    fc.assert(
      fc.property(contents, (texts) => {
        const bytes = Buffer.concat(recordsOf(texts));
        const { records, damaged, end } = scan(bytes);
        expect(contentsFound(bytes)).toEqual(texts.map(wellFormed));
        expect(records.map(({ items }) => items)).toEqual(texts.map((text) => JSON.parse(text).length));
        expect([damaged, end]).toEqual([[], bytes.length]);
        expect(contentsOf(bytes)?.map(String)).toEqual(texts.map(wellFormed));
      }),
    );
  });

  it('survive whole when the file ends within a later one, at any byte', () => {
    fc.assert(
      fc.property(contents, (texts) => {
        const records = recordsOf(texts);
        const [bytes, ends] = [Buffer.concat(records), endsOf(records)];
        for (let length = 0; length <= bytes.length; length++) {
          const whole = ends.filter((end) => end <= length);
          const { records: readRecords, damaged, end } = scan(bytes.subarray(0, length));
          expect([readRecords.length, damaged, end]).toEqual([whole.length, [], whole.at(-1) ?? 0]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are all found except the one with a flipped bit, whichever it is', () => {
    fc.assert(
      fc.property(contents, fc.nat(), fc.nat({ max: 7 }), (texts, at, bit) => {
        const records = recordsOf(texts);
        const [bytes, ends] = [Buffer.concat(records), endsOf(records)];
        const place = at % bytes.length;
        bytes[place] = (bytes[place] as number) ^ (1 << bit);
        const broken = ends.findIndex((end) => place < end);
        expect(contentsFound(bytes)).toEqual(texts.filter((_, index) => index !== broken).map(wellFormed));
        const { damaged, end } = scan(bytes);
        if (broken === texts.length - 1) expect([damaged, end]).toEqual([[], ends[broken - 1] ?? 0]);
        else expect(damaged).toEqual([{ from: ends[broken - 1] ?? 0, to: ends[broken] }]);
        expect(contentsOf(bytes)).toBeNull();
      }),
    );
  });

  it('are never found in noise', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        expect(scan(Buffer.from(noise))).toEqual({ records: [], damaged: [], end: 0 });
      }),
    );
    expect(scan(Buffer.alloc(4 * headBytes))).toEqual({ records: [], damaged: [], end: 0 });
  });

  it('are never found in contents, however a sender chooses them', () => {
    const inner = recordOf('["chosen"]', 1);
    const outer = recordOf(JSON.stringify([inner.toString('latin1'), inner.toString('utf8')]), 1);
    expect(scan(outer.subarray(0, outer.length - 1)).records).toEqual([]);
  });

  it('can be read from an offset', () => {
    const [first, second] = [recordOf('["a"]', 1), recordOf('["b","c"]', 2)];
    const bytes = Buffer.concat([first, second]);
    expect(scan(bytes, first.length).records).toEqual([{ from: first.length, to: bytes.length, items: 2 }]);
    expect(scan(bytes, bytes.length)).toEqual({ records: [], damaged: [], end: bytes.length });
  });
});

import { describe, expect, it } from '@jest/globals';
import { NativeBlock } from './native-block.js';

const text = (value: string) => [value.length, ...Buffer.from(value)];

describe('a block of columns', () => {
  it('stores each column whole, after its name and type', () => {
    const block = new NativeBlock(2)
      .texts('t', (row) => ['a', 'ä'][row] as string)
      .textsOrNulls('n', (row) => ['a', null][row] as string | null)
      .numbers('i', (row) => [1, 2 ** 40 + 258][row] as number)
      .maps('m', (row) => [{}, { k: 'v' }][row] as Record<string, string>)
      .finish();
    expect(block?.structure).toBe('t String, n Nullable(String), i UInt64, m Map(String, String)');
    expect([...(block?.bytes ?? [])]).toEqual([
      ...[4, 2],
      ...[...text('t'), ...text('String'), 1, 97, 2, 0xc3, 0xa4],
      ...[...text('n'), ...text('Nullable(String)'), 0, 1, 1, 97, 0],
      ...[...text('i'), ...text('UInt64'), 1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 0, 0],
      ...[...text('m'), ...text('Map(String, String)'), ...new Array<number>(8).fill(0), 1, 0, 0, 0, 0, 0, 0, 0],
      ...[...text('k'), ...text('v')],
    ]);
  });

  it('stores identifiers as two numbers, lowest byte first', () => {
    const id = '00112233-4455-6677-8899-aabbccddeeff';
    const block = new NativeBlock(2).uuids('id', () => id).finish();
    const bytes = '7766554433221100ffeeddccbbaa9988';
    expect(block?.bytes.subarray(-32).toString('hex')).toBe(bytes + bytes);
  });

  it.each<[string, (block: NativeBlock) => NativeBlock]>([
    ['a fraction', (block) => block.numbers('i', () => 1.5)],
    ['a number below zero', (block) => block.numbers('i', () => -1)],
    ['a number that a double cannot tell from the next', (block) => block.numbers('i', () => 2 ** 53)],
    ['an identifier with other characters', (block) => block.uuids('i', () => '00112233-4455-6677-8899-aabbccddeefg')],
    ['one with wide ones', (block) => block.uuids('i', () => '00112233-4455-6677-8899-aabbccddeef\u0130')],
    ['one with other dashes', (block) => block.uuids('i', () => '001122334-455-6677-8899-aabbccddeeff')],
    ['half a character', (block) => block.texts('t', () => `${'x'.repeat(100)}\udc00`)],
    ['a text that is none', (block) => block.maps('m', () => ({ k: 1 }))],
  ])('is null with %s', (_, add) => {
    expect(add(new NativeBlock(1)).finish()).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { body } from './body.js';
import { image, imageOf, mostImageBytes } from './image-field.js';
import { readBody } from './read-body.js';

const read = (logo: unknown) => {
  const answer = readBody(body({ logo: image() }), { logo });
  return 'errors' in answer ? answer.errors : answer.input;
};
const refused = (code: string) => ({ logo: [code] });
const base64Of = (bytes: number) => Buffer.alloc(bytes, 'x').toString('base64');
const wrapped = (base64: string) => `${(base64.match(/.{1,64}/g) ?? []).join('\r\n')}\r\n`;

describe('an image in a body', () => {
  it('is a data URI of a PNG or a JPEG', () => {
    for (const type of ['png', 'jpg', 'jpeg']) {
      const uri = `data:image/${type};base64,QUI=`;
      expect(read(uri)).toEqual({ logo: uri });
      expect(imageOf(uri)).toEqual({ type: type === 'png' ? 'image/png' : 'image/jpeg', base64: 'QUI=' });
    }
    for (const wrong of ['x', 5, 'data:image/gif;base64,QUI=', 'data:image/png,QUI=', 'data:image/png;base64,'])
      expect(read(wrong)).toEqual(refused('invalid_content_type'));
    for (const wrong of ['Q I', 'Q=I', '====', 'QU_-', '\n'])
      expect(read(`data:image/png;base64,${wrong}`)).toEqual(refused('invalid_content_type'));
  });

  it('is null when blank, and absent when it is not text', () => {
    for (const blank of ['', ' \n', null]) expect(read(blank)).toEqual({ logo: null });
    for (const absent of [undefined, {}, ['x']]) expect(read(absent)).toEqual({});
  });

  it('has at most 800 kB, in lines or not', () => {
    const uri = (bytes: number) => `data:image/jpeg;base64,${base64Of(bytes)}`;
    expect(read(uri(mostImageBytes))).toEqual({ logo: uri(mostImageBytes) });
    expect(read(uri(mostImageBytes + 1))).toEqual(refused('invalid_size'));
    const lines = `data:image/jpeg;base64,${wrapped(base64Of(mostImageBytes))}`;
    expect(read(lines)).toEqual({ logo: lines });
    expect(imageOf(lines)?.base64).toBe(base64Of(mostImageBytes));
    expect(read(`${lines}${'\n'.repeat(100_000)}`)).toEqual(refused('invalid_size'));
  });

  it('is validated in linear time', () => {
    // CPU time excludes other work on a busy machine; quadratic time would take minutes.
    const start = process.cpuUsage();
    for (const text of ['\n'.repeat(1_000_000), 'a\n'.repeat(500_000), '='.repeat(1_000_000)])
      expect(read(`data:image/png;base64,${text}!`)).toEqual(refused('invalid_content_type'));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(30_000);
  }, 60_000);

  it('accepts exactly the base64 alphabet with padding', () => {
    const pattern = /^[A-Za-z0-9+/]+={0,2}$/;
    fc.assert(
      fc.property(fc.array(fc.constantFrom('A', '9', '+', '/', '=', '=', '-', 'é'), { maxLength: 12 }), (all) => {
        const text = all.join('');
        expect(imageOf(`data:image/png;base64,${text}`) !== null).toBe(pattern.test(text));
      }),
      { numRuns: 5000, examples: [[[...'AAA=AAAA']], [[...'AA==AAAA']], [[...'AAAAA']]] },
    );
  });
});

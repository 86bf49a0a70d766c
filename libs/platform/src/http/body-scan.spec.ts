import { describe, expect, it } from '@jest/globals';
import { jsonBounds, shapeError } from './body-scan.js';

const errorOf = (json: string) => shapeError(Buffer.from(json))?.body['error'] ?? null;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('the shape of a body', () => {
  it('is limited in depth', () => {
    expect(errorOf(nested(jsonBounds.depth))).toBe(null);
    expect(errorOf(nested(jsonBounds.depth + 1))).toBe('BadRequest: the body is nested too deeply');
    expect(errorOf('{"a":'.repeat(400_000))).toBe('BadRequest: the body is nested too deeply');
  });

  it('is limited in the number of values', () => {
    const list = (values: number) => `[${new Array(values).fill('1').join(',')}]`;
    expect(errorOf(list(jsonBounds.values))).toBe(null);
    expect(errorOf(list(jsonBounds.values + 1))).toBe('BadRequest: the body holds too many values');
  });

  it('ignores the content of texts', () => {
    expect(errorOf(JSON.stringify({ text: `${'["\\'.repeat(1000)},{` }))).toBe(null);
    expect(errorOf(JSON.stringify(','.repeat(jsonBounds.values + 2)))).toBe(null);
    expect(errorOf('"never closed \\')).toBe(null);
  });

  it('is cheap to check for a hostile body', () => {
    const hostile = Buffer.from(nested(400_000));
    const began = process.cpuUsage();
    for (let time = 0; time < 1000; time++) shapeError(hostile);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { evaluateExpression, expressionResultText } from './evaluate.js';
import { isExpression, parseExpression } from './parse.js';

function result(source: string, properties: Record<string, unknown> = {}): string {
  const event = { code: 'bm', timestamp: new Decimal('1709632800.75'), properties };
  return expressionResultText(evaluateExpression(parseExpression(source), event));
}

describe('expressions', () => {
  it.each([
    ['1 + 2', '3.0'],
    ['1 + 2 * 3 - (4 - 1) / 2', '5.5'],
    ['10 - 3 - 2', '5.0'],
    ['-2 + 5', '3.0'],
    ['2*-3', '-6.0'],
    ['-(-2)', '2.0'],
    ['round(12.345, 2)', '12.35'],
    ['round(1250, -2)', '1300.0'],
    ['CEIL(12.351, 1) + Floor(12.359, 1)', '24.7'],
    ['least(3, event.properties.a, 7) + greatest(3, event.properties.a)', '8.0'],
    ["concat(event.code, '-', event.properties.user, '-', 007, 1 + 1)", 'bm-u1-0072'],
    ['event.timestamp', '1709632800.0'],
    ['event.properties.a', '5.0'],
    ['event.properties.user', 'u1'],
    ["''", ''],
  ])('%s = %s', (source, expected) => expect(result(source, { a: '5', user: 'u1' })).toBe(expected));

  it('take limited time for any numbers', () => {
    const product = Array.from({ length: 900 }, () => 'event.properties.small').join(' * ');
    const begun = process.cpuUsage();
    expect(result(product, { small: '1e-9' })).toBe('0.0');
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5_000);
  }, 60_000);

  it('read numbers exactly for any JSON type', () => {
    expect(result('round(event.properties.value * event.properties.units)', { value: 10.4, units: 2 })).toBe('21.0');
    expect(result('event.properties.a + event.properties.b', { a: '0.1', b: '0.2' })).toBe('0.3');
  });

  it.each([
    ['event.properties.missing * 2', 'Variable: missing not found'],
    ['event.properties.none', 'Variable: none not found'],
    ['event.properties.text * 2', 'Expected a decimal'],
    ['round(event.code)', 'Expected a decimal'],
    ["-'a'", 'Expected a decimal'],
    ['1 / 0', 'Division by zero'],
    ['event.properties.toString', 'Variable: toString not found'],
    ['event.properties.huge', 'Number out of range'],
    ['event.properties.big * event.properties.big', 'Number out of range'],
    ['9'.repeat(51), 'Number out of range'],
    ['concat(event.properties.long, event.properties.long)', 'Text too long'],
  ])('%s fails: %s', (source, reason) =>
    expect(() =>
      result(source, { text: 'abc', none: null, huge: '9.99e99', big: '1e30', long: 'a'.repeat(6_000) }),
    ).toThrow(reason),
  );

  it.each([
    '',
    '1+',
    'invalid_expression',
    'round(1,2,3)',
    'round()',
    'least()',
    'rOund(1)',
    'event.other',
    'event.properties.a.b',
    'event.properties',
    '(1',
    '1 2',
    "'a",
    '1\t+ 2',
    '1.',
    '.5',
    'event.properties.1a',
    '1,2',
    '('.repeat(1_000),
    '1+'.repeat(5_000) + '1',
    'constructor(1)',
  ])('rejects %s', (source) => expect(isExpression(source)).toBe(false));
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isExpression } from './expression.js';

describe('isExpression (metering, section 2.6)', () => {
  it.each([
    '1', '12.5', "'text'", "''", 'event.code', 'event.timestamp', 'event.properties.value_2', ' 1 + 2 ', '1+2*3-4/5', '(1 + 2) * 3', '-1',
    '- 1', '1 - -1', '1--1', '-(1 + 2)', '-round(1)', 'round(1)', 'round(1, 2)', 'ROUND (1.5 , -2)', 'Ceil(event.properties.a)',
    "concat(event.code, '-', event.timestamp)", 'least(1)', 'greatest(1, 2, 3, 4)', 'GREATEST(least(1, 2), Floor(3, 1))', '((((1))))',
  ])('takes %j', (text) => expect(isExpression(text)).toBe(true));

  it.each([
    '', ' ', 'invalid_expression', '--1', '1 +', '+ 1', '1 2', '.5', '5.', '1,5', '1e3', "'open", "'it''s'", '"text"', 'event', 'event.other',
    'event.properties', 'event.properties.', 'event.properties.1a', 'event.properties._a', 'event.properties.a.b', 'event. code',
    'event.properties .a', 'event.codes', 'round()', 'round(1, 2, 3)', 'ceil(1, 2, 3)', 'concat()', 'roUnd(1)', 'abs(1)', 'round 1', 'round(1',
    '(1', '1)', '()', '1\t+ 2', '1\n+ 2', '1 % 2', '1 ** 2', 'round(1,)', '12abc', 'constructor(1)',
  ])('refuses %j', (text) => expect(isExpression(text)).toBe(false));

  it('refuses brackets without end rather than running out of stack', () => {
    expect(isExpression('('.repeat(200_000))).toBe(false);
    expect(isExpression('round('.repeat(50_000))).toBe(false);
    expect(isExpression(`${'('.repeat(50)}1${')'.repeat(50)}`)).toBe(true);
  });

  it('takes whatever the grammar makes', () => {
    const { expression } = fc.letrec<{ expression: string; operand: string }>((tie) => ({
      operand: fc.oneof(
        { maxDepth: 5, depthIdentifier: 'expression' },
        fc.constantFrom('1', '0.25', "'a b'", 'event.code', 'event.timestamp', 'event.properties.a1'),
        tie('expression').map((inner) => `(${inner})`),
        fc.tuple(fc.constantFrom('round', 'CEIL', 'Floor', 'concat', 'least'), tie('expression')).map(([name, inner]) => `${name}(${inner})`),
      ),
      expression: fc
        .array(fc.tuple(fc.constantFrom('+', '-', '*', ' / '), fc.constantFrom('', '-'), tie('operand')), { minLength: 1, maxLength: 4 })
        .map((terms) => terms.map(([operator, sign, operand], index) => (index === 0 ? '' : operator) + sign + operand).join('')),
    }));
    fc.assert(fc.property(expression, (text) => isExpression(text)));
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isExpression(text) === 'boolean'));
  });
});

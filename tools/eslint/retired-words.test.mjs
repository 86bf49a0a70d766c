import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { retired, retiredWordIn } from './retired-words.mjs';

Object.assign(RuleTester, { describe, it });
const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });

test('the rule finds a retired word anywhere in a name', () => {
  assert.equal(retiredWordIn('isDatabaseAway'), 'away');
  assert.equal(retiredWordIn('TOLD_OBJECTS'), 'told');
  assert.equal(retiredWordIn('lookUp'), undefined);
  assert.equal(retiredWordIn('lookAtAlerts'), 'look');
  assert.equal(retiredWordIn('awayday'), undefined);
  assert.equal(retiredWordIn('forgetPlans'), 'forget');
  assert.equal(retiredWordIn('returned'), undefined);
});

test('pending work is not owed, while amounts are', () => {
  assert.equal(retiredWordIn('owePayments'), 'owe');
  assert.equal(retiredWordIn('owed'), 'owed');
  assert.equal(retiredWordIn('owingProviders'), 'owing');
  assert.equal(retiredWordIn('accountingDebt'), 'debt');
  assert.equal(retiredWordIn('owedCents'), undefined);
  assert.equal(retiredWordIn('amountOwed'), undefined);
  assert.equal(retiredWordIn('debt_amount'), undefined);
  assert.equal(retiredWordIn('debtor'), undefined);
  assert.equal(retiredWordIn('allowed'), undefined);
});

const refused = (code, count = 1) => ({
  code,
  errors: Array.from({ length: count }, () => ({ messageId: 'retired' })),
});

tester.run('retired words', retired, {
  valid: [
    'const { given: raw } = request;',
    'send({ announced: true, kept });',
    'const keepAlive = true;',
    'row.told_at;',
  ],
  invalid: [
    refused('const { given } = request;'),
    refused('const { kept = 1 } = request;'),
    refused('function tell(asked: string, wanted = 1) {}', 3),
    refused('const toldOf = (given: unknown) => given;', 2),
    refused('class Kept { private asked = 1; tell() {} constructor(private readonly wanted: string) {} }', 4),
    refused('interface Looks { tell(): void }', 2),
    refused('const [asked] = list;'),
    refused('export const demandThat = (want, { nobody }) => want;', 3),
  ],
});

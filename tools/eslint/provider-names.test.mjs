import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { engineNames, paymentProviders, providerNames, taxEngines } from './provider-names.mjs';

Object.assign(RuleTester, { describe, it });
const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });

test('each declaration is a provider or an engine', () => {
  assert.deepEqual([...providerNames].sort(), ['adyen', 'gocardless', 'sandbox', 'stripe']);
  assert.deepEqual([...engineNames].sort(), ['anrok', 'avalara']);
});

const refused = (code) => ({ code, errors: [{ messageId: 'named' }] });

tester.run('names of payment providers', paymentProviders, {
  valid: [
    'if (paymentProviders[row.provider].hasPaymentPages) open();',
    "type Test = Exclude<Name, 'stripe'>;",
    'const { sandbox } = organization;',
    'if (organization.sandbox) turn();',
    "throw new Refused('stripe_required');",
    "import { answersUntil } from '../providers/sandbox/answers.js';",
  ],
  invalid: [
    refused("if (row.provider === 'stripe') open();"),
    refused("if (row.provider !== 'sandbox') refuse();"),
    refused("const without = ['gocardless'];"),
    refused('switch (name) { case `adyen`: }'),
    refused("const titles = { gocardless: 'Direct debits' };"),
    refused('open(publishedProviders.stripe);'),
    refused("import { adyenSettings } from '../providers/adyen/settings.js';"),
    refused("import { stripe as card } from '../payment-providers/stripe.js';"),
  ],
});

tester.run('names of tax engines', taxEngines, {
  valid: ['taxEngines[connection.engine].baseUrlOf(config, connection);', "type Engine = 'anrok' | 'avalara';"],
  invalid: [refused("if (engine === 'anrok') negate();"), refused('const codes = { avalara: [] };')],
});

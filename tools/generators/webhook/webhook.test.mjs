import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { copiedWorkspace } from '../copied-workspace.mjs';
import { inMessages, inPayloads, inPayloadSources, inReference, inTypes } from './insertions.mjs';
import { namesOf } from './names.mjs';

describe('an insertion of a webhook', () => {
  const names = namesOf({ name: 'payment_request.expired', producer: 'payment' });

  it('follows the types of its object', () => {
    const text =
      "export const webhookTypes = {\n  'payment_request.created': 'payment_request',\n  'plan.created': 'plan',\n} as const satisfies R;\n";
    assert.match(
      inTypes(text, names),
      /created': 'payment_request',\n {2}'payment_request\.expired': 'payment_request',\n {2}'plan/,
    );
    assert.match(
      inTypes(text, namesOf({ name: 'a.b', producer: 'payment', key: 'c' })),
      /'plan',\n {2}'a\.b': 'c',\n\} as/,
    );
  });

  it('is the last message of its service', () => {
    const text =
      "import { toWebhooks } from 'x';\nexport const paymentMessages = {\n  a: {},\n} as const satisfies R;\n";
    assert.match(
      inMessages(text, names, false),
      /consumers: toWebhooks,\n {4}payload: z\.object\(\{ payment_request_id: z\.uuid\(\) \}\)/,
    );
  });

  it('has the reader of the other types, or the object of the message', () => {
    const text = (source) =>
      `export const paymentRequestPayloads: P<'payment_request'> = {\n  'payment_request.created': ${source},\n};\n`;
    assert.match(
      inPayloads(text("resource('payment_request_id', readIt)"), names),
      /expired': resource\('payment_request_id', readIt\),\n\};/,
    );
    assert.match(
      inPayloads(text("embedded('payment_request')"), names),
      /expired': embedded\('payment_request'\),\n\};/,
    );
    assert.throws(() => inPayloads(text('read'), names), /by hand/);
  });

  it('adds a new object to the table of payloads', () => {
    const text =
      "import type { PayloadSource } from './p.js';\nexport const payloadSources: { [T in S]: P<T> } = {\n  ...a,\n};\n";
    assert.match(
      inPayloadSources(text, names),
      /payment-requests\.js';\nimport type[^]*\.\.\.a,\n {2}\.\.\.paymentRequestPayloads,\n\};/,
    );
  });

  it('is a row of the reference', () => {
    const text = '## 4. Types\n| a |\n| `payment_request.created` | b |\n| `plan.created` | c |\n\nFilter list = all\n';
    assert.match(
      inReference(text, names),
      /created` \| b \|\n\| `payment_request\.expired` \| `payment_request` \| Payment request \|[^\n]*\n\| `plan/,
    );
    assert.throws(() => inReference('## 5. Other\n', names), /no table/);
  });
});

describe('a generated webhook', () => {
  const reference = 'docs/reference/behaviour/webhooks.md';
  const generate = (name, producer) => [
    'node_modules/nx/dist/bin/nx.js',
    'generate',
    '@tollgate/generators:webhook',
    name,
    '--producer',
    producer,
  ];
  let copy;
  before(() => {
    copy = copiedWorkspace({ documents: [reference, 'docs/start/receive-webhooks.md'] });
    copy.run(...generate('payment_request.expired', 'payment'));
    copy.run(...generate('exchange_quote.accepted', 'catalog'));
  });
  after(() => copy?.remove());

  it('compiles, is linted, and passes its spec and those of the interface', () => {
    copy.run('tools/build.mjs');
    copy.run('tools/build.mjs', '--specs');
    copy.run(
      'tools/lint.mjs',
      'libs/webhook-delivery/src',
      'libs/contracts/src/resources',
      'libs/contracts/src/protocol',
    );
    copy.run(
      'node_modules/jest/bin/jest.js',
      '--config',
      'jest.config.mjs',
      'webhook-creation/payloads',
      'contracts/src/openapi',
    );
  });

  it('is in the table of the reference, and waits for a service that writes its message', () => {
    assert.throws(
      () => copy.run('node_modules/jest/bin/jest.js', '--config', 'jest.config.mjs', 'unsent-types'),
      ({ message }) => {
        const failed = [...message.matchAll(/✕ (.*?)(?: \(\d+ ms\))?$/gm)].map(([, name]) => name);
        assert.deepEqual(failed.sort(), [
          'exchange_quote.accepted has a writer in the service that publishes it',
          'payment_request.expired has a writer in the service that publishes it',
        ]);
        return true;
      },
    );
  });

  it('is refused if it exists, or if its service does not', () => {
    assert.throws(() => copy.run(...generate('payment_request.expired', 'payment')), /is there already/);
    assert.throws(() => copy.run(...generate('payment_request.moved', 'pay')), /no service pay/);
  });
});

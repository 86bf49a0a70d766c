import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemsOf, readReference, sectionsOf } from './citations.mjs';

const reference = new Map([
  [
    'metering',
    sectionsOf(
      '## 2. Events\n### 2.4 Reading\n1. first\n2. second\n## 10. Late\n### 10.1b Order\n| # | Check |\n|---|---|\n| 1 | code |\n',
    ),
  ],
]);
const messages = (text) => problemsOf(text, reference).map(({ line, message }) => `${line}: ${message}`);

describe('citations of the reference', () => {
  it('name one section, several sections, or points', () => {
    for (const text of [
      '(metering, section 2.4)',
      '(metering, sections 2, 2.4 and 10)',
      '(metering, sections 2 to 10.1b; metering, section 2)',
      '(metering, section 2.4, points 1 and 2)',
      'P(x) of metering, section 2.4.',
      '(metering, section 10.1b, point 1)',
    ]) {
      assert.deepEqual(messages(text), [], text);
    }
  });

  it('continue after a line break in a comment', () => {
    assert.deepEqual(messages('/**\n * Reads (metering,\n * section 2.4).\n */'), []);
    assert.deepEqual(messages('// (metering, section\n// 2.5)'), ['1: metering has no section 2.5']);
  });

  it('must name an existing section', () => {
    assert.deepEqual(messages('a\nb (metering, section 2.9)'), ['2: metering has no section 2.9']);
    assert.deepEqual(messages('(metering, sections 2 and 11)'), ['1: metering has no section 11']);
  });

  it('must name an existing point', () => {
    assert.deepEqual(messages('(metering, section 2.4, point 3)'), ['1: metering, section 2.4 has no point 3']);
  });

  it('must name an existing document', () => {
    assert.match(messages('(weighing, section 2)')[0], /names no document/);
    assert.match(messages('as told (section 2.4)')[0], /names no document/);
  });

  it('have one form', () => {
    for (const text of [
      '(metering 2.4)',
      'metering 2.4 says',
      '(metering, 2)',
      'a rule; metering 2',
      '(see § 4)',
      '(metering, section 2.4, check 1)',
    ])
      assert.equal(messages(text).length, 1, text);
  });

  it('exclude published standards and plain words', () => {
    assert.deepEqual(
      messages(
        'RFC 9110, section 7.6.1; this section; 3 invoices, 7.6 minutes; invoice_custom_section; metering took 2.4 s',
      ),
      [],
    );
  });
});

describe('this repository', () => {
  it('has a reference with sections and points', () => {
    const documents = readReference();
    assert.ok(documents.size >= 8);
    assert.ok(documents.get('subscriptions').has('10.1b'));
    assert.ok(documents.get('webhooks').get('2').has('10'));
  });
});

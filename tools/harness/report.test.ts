import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Report, messageOf, stackOf } from './report.ts';

/** The lines that some work prints. */
function printed(work: () => void): string[] {
  const log = mock.method(console, 'log', () => undefined);
  work();
  log.mock.restore();
  return log.mock.calls.map(({ arguments: [line] }) => String(line));
}

test('a check passes without problems', () => {
  const report = new Report();
  const lines = printed(() => {
    assert.equal(report.check('one', []), true);
    assert.equal(report.check('two', ['a cent', 'an event']), false);
    report.error(new Error('broken'), 'Seed 7');
    report.add({ passed: 2, failed: 1 });
  });
  assert.deepEqual(lines.slice(0, 4), ['ok      one', 'FAILED  two', '        a cent', '        an event']);
  assert.match(lines[4] ?? '', /^FAILED {2}Error: broken\n/);
  assert.equal(lines[5], 'Seed 7');
  assert.deepEqual(report.counts, { passed: 3, failed: 3 });
});

test('whatever is thrown has a text', () => {
  assert.equal(messageOf(new Error('broken')), 'broken');
  assert.equal(messageOf('text'), 'text');
  assert.equal(stackOf(7), '7');
});

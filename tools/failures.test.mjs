import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failuresOfJest, failuresOfLog, failuresOfOutput, linesOfFailures } from './failures.mjs';

const output = `ok      one
FAILED  two: expected 1
        got 2
ok      three
FAIL conformance/scenarios/a.json: four
     step 2 GET /invoices: expected HTTP 200, got 500
  plans                    1 of 1
not ok 1 - five
  ---
  error: |-
    gone
  ...
libs/a.ts(1,2): error TS2322: six

2 passed, 4 failed
`;

describe('the list of failures', () => {
  it('contains the failures of an output with their lines', () => {
    assert.deepEqual(
      failuresOfOutput(output).map(({ name, details }) => [name, details[0]?.trim()]),
      [
        ['FAILED  two: expected 1', 'got 2'],
        ['FAIL conformance/scenarios/a.json: four', 'step 2 GET /invoices: expected HTTP 200, got 500'],
        ['not ok 1 - five', '---'],
        ['libs/a.ts(1,2): error TS2322: six', undefined],
      ],
    );
  });

  it("contains the failures of jest's report: tests, and files that could not run", () => {
    const test = (status, title, ...failureMessages) => ({ status, ancestorTitles: ['b'], title, failureMessages });
    const report = {
      testResults: [
        { name: '/r/a.spec.ts', status: 'passed', message: '', assertionResults: [test('passed', 'holds')] },
        {
          name: '/r/b.spec.ts',
          status: 'failed',
          message: '● b breaks',
          assertionResults: [test('passed', 'holds'), test('failed', 'breaks', '\u001b[31mone\u001b[39m\n\ntwo')],
        },
        { name: '/r/c.spec.ts', status: 'failed', message: 'SyntaxError: c', assertionResults: [] },
      ],
    };
    assert.deepEqual(failuresOfJest(report, '/r'), [
      { name: 'FAILED  b.spec.ts › b breaks', details: ['one', 'two'] },
      { name: 'FAILED  c.spec.ts', details: ['SyntaxError: c'] },
    ]);
  });

  it('has a bounded number of lines, and includes all names first', () => {
    const failures = Array.from({ length: 4 }, (_, i) => ({
      name: `FAILED  ${i}`,
      details: ['a'.repeat(50), 'b', 'c'],
    }));
    const lines = linesOfFailures(failures, { lines: 8, width: 30 });
    assert.deepEqual(lines.slice(1, 4), ['FAILED  0', `    ${'a'.repeat(26)}`, 'FAILED  1']);
    assert.equal(lines.length, 9);
    assert.deepEqual(linesOfFailures(failures, { lines: 3, width: 30 }).slice(1), [
      'FAILED  0',
      'FAILED  1',
      'FAILED  2',
      'and 1 more',
    ]);
    assert.deepEqual(linesOfFailures([]), []);
  });

  it('is read from the end of a log, or consists of its last lines', () => {
    const failures = failuresOfOutput(output);
    assert.deepEqual(
      failuresOfLog(`${output}${linesOfFailures(failures).join('\n')}\n\nstep: 2 passed\n`, 'step'),
      failures,
    );
    assert.deepEqual(failuresOfLog(output, 'step'), failures);
    assert.deepEqual(failuresOfLog('npm error code E404\n', 'install'), [
      { name: 'FAILED  install, which names nothing; its end:', details: ['npm error code E404'] },
    ]);
  });
});

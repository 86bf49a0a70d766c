import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeXml, junitOf, linesOfFolders, type Result } from './report.ts';

const passed: Result = {
  file: 'conformance/scenarios/taxes/rates.json',
  name: 'a rate of 20 %',
  features: [],
  ms: 1234,
  ok: true,
  error: undefined,
};
const failed: Result = { ...passed, name: 'a & "b" <c>', ms: 0, ok: false, error: 'step 2: expected <5>\ngot "6"' };

describe('JUnit XML', () => {
  it('has a test case for each scenario, with folder, time and failure', () => {
    assert.equal(
      junitOf([passed, failed]),
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0" time="1.234">
  <testsuite name="conformance" tests="2" failures="1" errors="0" time="1.234">
    <testcase classname="taxes" name="a rate of 20 %" file="conformance/scenarios/taxes/rates.json" time="1.234"/>
    <testcase classname="taxes" name="a &amp; &quot;b&quot; &lt;c&gt;" file="conformance/scenarios/taxes/rates.json" time="0.000"><failure message="step 2: expected &lt;5&gt;">step 2: expected &lt;5&gt;&#10;got &quot;6&quot;</failure></testcase>
  </testsuite>
</testsuites>
`,
    );
  });

  it('is well formed without any scenario', () => {
    assert.match(junitOf([]), /<testsuites tests="0" failures="0" errors="0" time="0.000">/);
  });

  it('escapes markup, and replaces what XML cannot hold', () => {
    assert.equal(escapeXml(`<a href='b'>&amp;</a>]]>`), '&lt;a href=&apos;b&apos;&gt;&amp;amp;&lt;/a&gt;]]&gt;');
    assert.equal(escapeXml('a\u0000b\u001b[31mc\ud800d\uffff'), 'a\ufffdb\ufffd[31mc\ufffdd\ufffd');
    assert.equal(escapeXml('a\tb\r\nc'), 'a&#9;b&#13;&#10;c');
    assert.equal(escapeXml('項 😀 é'), '項 😀 é');
  });
});

describe('the lines of folders', () => {
  it('count what passed, in order of names', () => {
    const other = { ...passed, file: 'conformance/scenarios/plans/a.json' };
    assert.deepEqual(linesOfFolders([passed, failed, other]), [
      '  plans                    1 of 1',
      '  taxes                    1 of 2',
    ]);
  });
});

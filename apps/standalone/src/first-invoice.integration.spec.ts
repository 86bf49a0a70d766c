import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { baseUrl } from '@tollgate/testing';
import { firstInvoice } from './first-invoice.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

describe('the walk to a first invoice', () => {
  it('stands in the README, each step with its answer', () => {
    const steps = firstInvoice('http://127.0.0.1:${PORT:-3000}', '$(cat ${DATA_DIR:-.data}/admin-api-key)');
    const blocks = steps.map(({ command, answer }) =>
      ['```sh', command, '```', ...(answer === '' ? [] : ['```', answer, '```'])].join('\n'),
    );
    const places = blocks.map((block) => readme.indexOf(block));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('answers in bash what it shows', () => {
    const steps = firstInvoice(baseUrl, '"$ADMIN_API_KEY"');
    const { stdout, stderr } = spawnSync('bash', ['-c', steps.map(({ command }) => command).join('\n')], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect({ stdout, stderr }).toEqual({
      stdout: `${steps.flatMap(({ answer }) => answer || []).join('\n')}\n`,
      stderr: '',
    });
  });
});

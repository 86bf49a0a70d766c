import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { engineVersion, isMissing, loadEngine } from './engine.js';

describe('the engine of the usage store', () => {
  it('is fetched in the version of the packages', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(engineVersion).toBe(dependencies['chdb']);
  });

  it('is that of the packages where they have it', async () => {
    const lines: string[] = [];
    const engine = await loadEngine('/nowhere', (line) => lines.push(line));
    expect(typeof engine.createChdbConnection).toBe('function');
    expect(lines).toEqual([]);
  });

  it('is missing only where its package is', () => {
    const missing = (message: string) => Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
    expect(isMissing(missing("Cannot find package 'chdb' imported from /app/engine.js"))).toBe(true);
    expect(isMissing(missing("Cannot find package '@clickhouse/client-common' imported from /app"))).toBe(false);
    expect(isMissing(new Error('libchdb.so: invalid ELF header'))).toBe(false);
  });
});

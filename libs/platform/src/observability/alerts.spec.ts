import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const libraries = fileURLToPath(new URL('../../../', import.meta.url));
const monitoring = join(libraries, '..', 'deploy', 'monitoring');

/** The metrics that the libraries' code defines. */
const made = (): Set<string> => {
  const sources = readdirSync(libraries, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.includes('/src/') && path.endsWith('.ts'),
  );
  return new Set(
    sources.flatMap((path) =>
      [...readFileSync(join(libraries, path), 'utf8').matchAll(/name: '(tollgate_[a-z_]+)'/g)].map(
        ([, name]) => name as string,
      ),
    ),
  );
};

describe('the monitoring files', () => {
  it.each(['alerts.yml', 'dashboard.json'])('%s uses existing metrics only', (file) => {
    const known = made();
    const named = [...readFileSync(join(monitoring, file), 'utf8').matchAll(/\b(tollgate_[a-z_]+)\b/g)].map(
      ([, name]) => name as string,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name) && !known.has(name.replace(/_(count|sum|bucket)$/, '')))).toEqual(
      [],
    );
  });
});

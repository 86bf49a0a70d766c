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
  it('name for each alert its heading in the documentation', () => {
    const rules = readFileSync(join(monitoring, 'alerts.yml'), 'utf8').split('- alert: ').slice(1);
    const names = rules.map((rule) => rule.slice(0, rule.indexOf('\n')));
    for (const [place, rule] of rules.entries())
      expect(rule).toContain(`runbook_url: docs/operate/alerts.md#${names[place]?.toLowerCase()}\n`);
    const page = readFileSync(join(libraries, '..', 'docs', 'operate', 'alerts.md'), 'utf8');
    const sections = page.split('\n## ').slice(1);
    expect(sections.map((section) => section.slice(0, section.indexOf('\n')))).toEqual(names);
    for (const section of sections)
      for (const part of ['Meaning', 'First command', 'Causes', 'Repair', 'Harmless'])
        expect(section).toContain(`**${part}**: `);
  });

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

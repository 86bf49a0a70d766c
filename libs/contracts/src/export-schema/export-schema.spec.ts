import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import yaml from 'js-yaml';
import { exportKinds } from '../resources/exported/kinds.js';
import { columnsPage } from './columns-page.js';
import { dbtSources } from './dbt-sources.js';

const stored = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

describe('the schema of exports', () => {
  it('is in step with its page, and with the sources of dbt: `npm run export-schema` writes both', () => {
    expect(stored('docs/concepts/export-columns.md')).toBe(columnsPage());
    expect(stored('docs/concepts/export-sources.yml')).toBe(dbtSources());
  });

  it('has every kind once, with distinct columns', () => {
    const { sources } = yaml.load(dbtSources()) as {
      sources: { tables: { name: string; columns: { name: string; description: string }[] }[] }[];
    };
    const tables = sources[0]?.tables ?? [];
    expect(tables.map(({ name }) => name)).toEqual(exportKinds.map(({ name }) => name));
    for (const { columns } of tables) expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  });
});

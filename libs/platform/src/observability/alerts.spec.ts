import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

const alerts = readFileSync(fileURLToPath(new URL('../../../../deploy/monitoring/alerts.yml', import.meta.url)), 'utf8');

describe('the alert rules', () => {
  it('speak of metrics that there are', () => {
    const known = new Set(new Metrics().registry.getMetricsAsArray().map(({ name }) => name));
    const named = [...alerts.matchAll(/expr: .*/g)].flatMap(([expression]) => [...expression.matchAll(/\b(tollgate_[a-z_]+)/g)].map(([, name]) => name as string));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name) && !known.has(name.replace(/_(count|sum|bucket)$/, '')))).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { billableMetricRoutes, customerRoutes, eventRoutes, invoiceRoutes, planRoutes } from '../resources/index.js';
import type { Route } from '../http/route.js';
import { UnknownParameters } from './unknown-parameters.js';

const unknown = new UnknownParameters();
const inBody = (route: unknown, body: unknown) => unknown.of(route as Route, { query: {}, body });

describe('parameters that a call does not know', () => {
  it('are named with their place, at any depth', () => {
    const charge = { billable_metric_id: '1', charge_model: 'graduated', propertys: {}, properties: {} };
    const ranges = [{ from_value: 0, to_value: null, per_unit_amout: '1' }];
    const graduated = { ...charge, properties: { graduated_ranges: ranges } };
    expect(inBody(planRoutes.create, { plan: { code: 'a', amunt_cents: 1, charges: [graduated] }, other: 1 })).toEqual([
      'plan.amunt_cents',
      'plan.charges.0.propertys',
      'plan.charges.0.properties.graduated_ranges.0.per_unit_amout',
      'other',
    ]);
  });

  it('are none in objects whose names the caller chooses', () => {
    const event = { transaction_id: 'a', code: 'b', properties: { anything: { at: 1 } } };
    expect(inBody(eventRoutes.create, { event })).toEqual([]);
    expect(inBody(eventRoutes.createBatch, { events: [event, { ...event, timestmp: 1 }] })).toEqual([
      'events.1.timestmp',
    ]);
    const filters = [{ key: 'region', values: ['eu'] }];
    expect(inBody(billableMetricRoutes.create, { billable_metric: { name: 'a', code: 'a', filters } })).toEqual([]);
  });

  it('are found in the address, and in the bodies of calls without one', () => {
    const of = (query: Record<string, unknown>) => unknown.of(invoiceRoutes.list as Route, { query, body: undefined });
    expect(of({ page: '1', per_page: '2', modified_since: '2030-01-01', statuses: ['draft'] })).toEqual([
      'modified_since',
    ]);
    expect(inBody(invoiceRoutes.finalize, { invoice: {} })).toEqual(['invoice']);
    expect(inBody(customerRoutes.upsert, undefined)).toEqual([]);
  });

  it('are 20 at most, however many a caller sends', () => {
    const members = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`.repeat(50), index]));
    const names = inBody(planRoutes.create, { plan: members });
    expect(names).toHaveLength(20);
    expect(Math.max(...names.map((name) => name.length))).toBe(128);
  });

  it('are searched in many thousand objects with the schemas of their place', () => {
    const charges = Array.from({ length: 50_000 }, () => ({ code: 'a', properties: {}, filters: [{}] }));
    expect(inBody(planRoutes.create, { plan: { charges } })).toEqual([]);
    expect(inBody(planRoutes.create, { plan: { charges: [...charges, { filters: [{ value: 1 }] }] } })).toEqual([
      'plan.charges.50000.filters.0.value',
    ]);
  });

  it('are found in any JSON without an error', () => {
    fc.assert(
      fc.property(fc.constantFrom(planRoutes.create, eventRoutes.createBatch), fc.jsonValue(), (route, body) => {
        expect(Array.isArray(inBody(route, body))).toBe(true);
        expect(Array.isArray(inBody(route, { [route.wrapper ?? 'events']: body }))).toBe(true);
      }),
    );
  });
});

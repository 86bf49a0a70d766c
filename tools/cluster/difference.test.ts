import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDifference } from './difference.ts';

const figures = { invoices: [{ cents: 100, taxes: 8 }, { cents: 200 }], events: 12 };

test('equal figures have no difference', () => {
  assert.equal(firstDifference(structuredClone(figures), figures), undefined);
});

test('the first difference is named with its place', () => {
  const wrong = { ...figures, invoices: [{ cents: 100, taxes: 8 }, { cents: 201 }] };
  assert.equal(firstDifference(wrong, figures), 'figures.invoices.1.cents: 201 instead of 200');
});

test('a missing and a further value are differences', () => {
  const { events: _, ...less } = figures;
  assert.equal(firstDifference(less, figures), 'figures.events: undefined instead of 12');
  assert.equal(firstDifference({ ...figures, more: 1 }, figures), 'figures.more: 1 instead of undefined');
  assert.equal(firstDifference(undefined, figures), `figures: undefined instead of ${JSON.stringify(figures)}`);
});

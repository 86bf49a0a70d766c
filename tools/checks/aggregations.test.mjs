import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aggregations, checkAggregations } from './aggregations.mjs';
import { namesIn, problemsIn } from './declarations.mjs';

const problems = (text) => problemsIn(aggregations, 'libs/x/src/a.ts', text, ['count_agg', 'sum_agg']);

describe('aggregations', () => {
  it('have the names of their folders', () =>
    assert.deepEqual(
      namesIn(aggregations, [`${aggregations.home}unique-count/aggregation.ts`, `${aggregations.home}aggregate.ts`]),
      ['unique_count_agg'],
    ));

  it('are not named in branches, lists, types or tables', () => {
    assert.match(
      problems("if (type === 'sum_agg') x();")[0],
      /^libs\/x\/src\/a.ts:1: sum_agg belongs to its aggregation/,
    );
    assert.equal(problems("type Some = 'count_agg' | 'sum_agg';").length, 2);
    assert.equal(problems('const words = { count_agg: 1, sum_agg: 2 };').length, 2);
    assert.deepEqual(problems('// \'sum_agg\'\nconst words = `aggregation_type: "sum_agg"`;'), []);
  });

  it('are named nowhere else in the product', () => assert.deepEqual(checkAggregations(), []));
});

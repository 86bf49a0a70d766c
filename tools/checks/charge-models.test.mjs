import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chargeModels, checkChargeModels, ownFields } from './charge-models.mjs';
import { namesIn, problemsIn } from './declarations.mjs';

const home = 'libs/rating/src/charge-models';
const names = ['standard', 'graduated', 'percentage', 'package'];
const problems = (text, path = 'libs/x/src/a.ts') => problemsIn(chargeModels, path, text, names, ['package_size']);

describe('charge models', () => {
  it('have the names of their folders', () =>
    assert.deepEqual(
      namesIn(chargeModels, [`${home}/graduated-percentage/model.ts`, `${home}/registry.ts`, `${home}/volume/x.ts`]),
      ['graduated_percentage'],
    ));

  it('own the fields that no other model has', () =>
    assert.deepEqual(
      ownFields([
        [`${home}/package/model.ts`, 'z.object({ package_size: z.int(), free_units: z.int() })'],
        [`${home}/percentage/model.ts`, 'z.object({ free_units: decimalString() })'],
        [`${home}/schemas.ts`, 'const shared = { flat_amount: amount };'],
      ]),
      ['package_size'],
    ));

  it('are not named in branches, lists or tables', () => {
    assert.match(problems("if (model === 'standard') x();")[0], /^libs\/x\/src\/a.ts:1: standard belongs/);
    assert.equal(problems("switch (model) { case 'graduated': }").length, 1);
    assert.equal(problems("const some = ['standard', 'graduated'];").length, 2);
    assert.equal(problems('const words = { standard: 1, graduated: 2 };').length, 2);
    assert.equal(problems("if ('package_size' in properties) x(properties.package_size);").length, 2);
  });

  it('leave other uses of their words alone', () => {
    assert.deepEqual(problems("// like 'standard'\nconst font = { package: 'x' };\nthis.package = font.package;"), []);
    assert.deepEqual(problems("if (coupon.type === 'percentage') x();"), []);
    assert.deepEqual(problems("type Kind = 'fixed_amount' | 'percentage';"), []);
    assert.equal(problems("if (model === 'percentage') x();").length, 1);
  });

  it('are named nowhere else in the product', () => assert.deepEqual(checkChargeModels(), []));
});

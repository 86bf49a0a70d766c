import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf, namesIn, problemsOf } from './glossary.mjs';

const names = namesIn([
  'export interface Plan {}\nexport type Fee = 1;',
  'create table catalog.plans (',
  'create table ${schema}.outbox (',
  'create table if not exists ${database}.rollups (',
]);
const faultsIn = (...rows) =>
  problemsOf(entriesOf(['| word | means | type | table |', '|---|---|---|---|', ...rows].join('\n')), names);

describe('the glossary', () => {
  it('names existing types and tables', () => {
    assert.deepEqual(
      faultsIn(
        '| fee | a line | `Fee` | |',
        '| plan | what is sold | `Plan` | `catalog.plans`, `catalog.outbox` |',
        '| rollup | sums | | `usage.rollups` |',
      ),
      [],
    );
  });

  it('may not name others', () => {
    assert.deepEqual(faultsIn('| plan | what is sold | `Plann` | `catalog.plan` |'), [
      'docs/concepts/glossary.md:3: plan: there is no type Plann',
      'docs/concepts/glossary.md:3: plan: there is no table catalog.plan',
    ]);
  });

  it('is in alphabetical order, each word once, with a meaning', () => {
    assert.deepEqual(faultsIn('| plan | a | | |', '| fee | b | | |'), [
      'docs/concepts/glossary.md:4: fee: belongs before plan',
    ]);
    assert.equal(faultsIn('| plan | a | | |', '| plan | b | | |').length, 1);
    assert.deepEqual(faultsIn('| plan | | | |'), ['docs/concepts/glossary.md:3: plan: has no meaning']);
  });
});

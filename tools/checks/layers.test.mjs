import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  brokenRules,
  consoleRules,
  folderRules,
  listed,
  listedFolders,
  listProblems,
  noCircles,
  orderRules,
} from './layers.mjs';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-layers-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const files = {
  'libs/a/src/tables/a.tables.ts': 'export interface Row { id: string }\n',
  'libs/a/src/rows/rows.ts': "import type { Row } from '../tables/a.tables.js';\nexport const rows: Row[] = [];\n",
  'libs/a/src/resource/good.ts': "import { rows } from '../rows/rows.js';\nexport const good = rows;\n",
  'libs/a/src/rows/sideways.ts':
    "import type { good } from '../resource/good.js';\nexport type Sideways = typeof good;\n",
  'libs/a/src/rows/entrance.ts': "import '../index.js';\n",
  'libs/a/src/rows/rows.spec.ts': "import '../resource/good.js';\n",
  'libs/a/src/shared.ts': "import '../src/rows/rows.js';\n",
  'libs/a/src/index.ts': "export * from './resource/good.js';\n",
  'libs/a/src/circle/one.ts': "import type { Two } from './two.js';\nexport type One = Two | 1;\n",
  'libs/a/src/circle/two.ts': "import type { One } from './one.js';\nexport type Two = One | 2;\n",
  'libs/w/src/model/tables/w.tables.ts': 'export interface Row { id: string }\n',
  'libs/w/src/model/w.tables.ts': "export type { Row } from './tables/w.tables.js';\n",
  'libs/w/src/figures.reader.ts': "import type { Row } from './model/w.tables.js';\nexport type Figures = Row;\n",
  'libs/w/src/model/model.module.ts': 'export class ModelModule {}\n',
  'libs/w/src/model/rows/rows.ts':
    "import type { Row } from '../tables/w.tables.js';\nexport const rows: Row[] = [];\n",
  'libs/w/src/model/tables/inner.ts': "import '../rows/rows.js';\n",
  'libs/w/src/model/rows/upwards.ts': "import '../../billing/runs/runs.js';\n",
  'libs/w/src/billing/runs/runs.ts': "export { rows } from '../../model/rows/rows.js';\n",
  'libs/w/src/billing/runs/module-user.ts': "import '../billing.module.js';\n",
  'libs/w/src/billing/billing.module.ts': "export { ModelModule } from '../model/model.module.js';\n",
  'apps/console/src/ui/table.tsx': "export { plan } from '../features/plans/columns.js';\n",
  'apps/console/src/features/plans/columns.tsx': 'export const plan = 1;\n',
  'apps/console/src/features/plans/detail.tsx': "export { coupon } from '../coupons/columns.js';\n",
  'apps/console/src/features/coupons/columns.tsx': 'export const coupon = 1;\n',
  'apps/console/src/features/coupons/detail.tsx': "export { plan } from '../plans/columns.js';\n",
  'libs/b/src/b.ts': 'export const b = 1;\n',
  'libs/a/src/resource/upwards.ts': "import { b } from '../../../b/src/b.js';\nexport const upwards = b;\n",
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
}

describe('the list of a README', () => {
  it('is read in order', () => {
    assert.deepEqual(listed('# A\n1. `tables`: types\n2. `rows`: SQL of `x`\ntext `no`\n'), ['tables', 'rows']);
  });

  it('has the folders of a wing below it', () => {
    const list =
      '1. `migrations`: versions\n2. `model`: data\n   1. `tables`: types\n   2. `rows`: SQL\n3. `api`: calls\n';
    assert.deepEqual(listedFolders(list), ['migrations', 'model/tables', 'model/rows', 'api']);
  });

  it('names the folders that are there', () => {
    assert.deepEqual(listProblems('a', ['tables', 'gone'], ['tables', 'new']), [
      'libs/a/README.md: does not list new',
      'libs/a/README.md: gone is not there',
    ]);
  });
});

describe('imports', () => {
  it('only go upwards in the list, including imports of types; tests may import anything', async () => {
    const found = await brokenRules(folderRules('a', ['tables', 'rows', 'resource', 'circle']), directory);
    assert.deepEqual(found.sort(), [
      'libs/a/src/rows/entrance.ts: entrances stand below all folders: libs/a/src/index.ts',
      'libs/a/src/rows/sideways.ts: rows stands above: libs/a/src/resource/good.ts',
      'libs/a/src/shared.ts: what all folders share imports none of them: libs/a/src/rows/rows.ts',
    ]);
  });

  it('go upwards within a wing and between wings; only modules import the module of a wing', async () => {
    const found = await brokenRules(folderRules('w', ['model/tables', 'model/rows', 'billing/runs']), directory);
    assert.deepEqual(found.sort(), [
      'libs/w/src/billing/runs/module-user.ts: the module of a wing stands below its folders: libs/w/src/billing/billing.module.ts',
      'libs/w/src/model/rows/upwards.ts: model stands above: libs/w/src/billing/runs/runs.ts',
      'libs/w/src/model/rows/upwards.ts: model/rows stands above: libs/w/src/billing/runs/runs.ts',
      'libs/w/src/model/tables/inner.ts: model/tables stands above: libs/w/src/model/rows/rows.ts',
    ]);
  });

  it('between libraries go upwards, too', async () => {
    const found = await brokenRules(
      orderRules(['a', 'b'], (library) => `^libs/${library}/`),
      directory,
    );
    assert.deepEqual(found, ['libs/a/src/resource/upwards.ts: a stands above: libs/b/src/b.ts']);
  });

  it('form no cycles', async () => {
    const found = await brokenRules([noCircles], directory, ['libs/a/src/circle']);
    assert.equal(found.length > 0 && found.every((line) => line.includes('circle')), true);
  });
});

describe('the rules of the console', () => {
  it('find an import of a later folder, and features that need each other by different files', async () => {
    const rules = consoleRules(['src/ui', 'src/features']);
    const pages = 'apps/console/src';
    assert.deepEqual((await brokenRules(rules, directory, [pages])).sort(), [
      `${pages}/features/coupons: circle of features: ${pages}/features/coupons -> ${pages}/features/plans -> ${pages}/features/coupons`,
      `${pages}/features/plans: circle of features: ${pages}/features/plans -> ${pages}/features/coupons -> ${pages}/features/plans`,
      `${pages}/ui/table.tsx: src/ui stands above: ${pages}/features/plans/columns.tsx`,
    ]);
  });
});

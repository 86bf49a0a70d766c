// npx nx g @tollgate/generators:charge-model stairstep
// Creates a charge model with one price for each unit: a declaration with a spec, and its entries in the registry and in
// the console. You then write its properties and prices by hand (docs/contribute/add-a-charge-model.md).
import { formatFiles, generateFiles } from '@nx/devkit';
import { fileURLToPath } from 'node:url';
import { inForms, inPrices, inRegistry, inWords } from './insertions.mjs';
import { namesOf } from './names.mjs';

const templates = (part) => fileURLToPath(new URL(`files/${part}`, import.meta.url));
const models = 'libs/rating/src/charge-models';
const pages = 'apps/console/src/features/plans/charge-models';
const words = 'apps/console/src/ui/charge-model-texts.ts';

export default async function chargeModel(tree, { name }) {
  const names = namesOf(name);
  const folder = `${models}/${names.file}`;
  if (tree.exists(folder)) throw new Error(`${folder} is there already`);
  const edits = [
    [`${models}/registry.ts`, inRegistry],
    [words, inWords],
    [`${pages}/charge-model.tsx`, inPrices],
    [`${pages}/price-fields.ts`, inForms],
  ];
  for (const [path, edit] of edits) tree.write(path, edit(tree.read(path, 'utf8'), names));
  generateFiles(tree, templates('model'), folder, names);
  generateFiles(tree, templates('page'), pages, names);
  await formatFiles(tree);
  return () => {
    console.log(`
The charge model ${names.key} is there, with one price for each unit. What is left:
  - its properties, prices and rules: ${folder}/model.ts
  - its words in the console: npx lingui extract --clean in apps/console, then a translation in each catalog
  - a scenario in conformance/scenarios/charges, and its section of the reference
docs/contribute/add-a-charge-model.md goes through all of them.
`);
  };
}

// npx nx g @tollgate/generators:page cost-center --section settings
// Creates the pages of a resource of the interface: a list, its columns with a spec, and the page of one record. It adds
// their routes and navigation. The resource has a code, a name and a date of creation. You then choose columns, filters
// and fields by hand (docs/contribute/add-a-page.md).
import { formatFiles, generateFiles } from '@nx/devkit';
import { fileURLToPath } from 'node:url';
import { inNavigation, inRecordLinks, inRecords, inRouter, pathOf } from './insertions.mjs';
import { namesOf } from '../resource/names.mjs';

const templates = fileURLToPath(new URL('files', import.meta.url));
const pages = 'apps/console/src';

export default async function page(tree, { name, plural, section }) {
  const names = { ...namesOf({ name, plural, service: 'console' }), section };
  const folder = `${pages}/features/${names.files}`;
  if (tree.exists(folder)) throw new Error(`${folder} is there already`);
  const edits = [
    [`${pages}/api/records.ts`, inRecords],
    [`${pages}/ui/record-link.tsx`, inRecordLinks],
    [`${pages}/router.tsx`, inRouter],
    [`${pages}/organization/navigation.tsx`, inNavigation],
  ];
  for (const [path, edit] of edits) tree.write(path, edit(tree.read(path, 'utf8'), names));
  generateFiles(tree, templates, folder, { ...names, path: pathOf(names) });
  await formatFiles(tree);
  return () => {
    console.log(`
The pages of ${names.many} are there. What is left:
  - columns, filters and fields: ${folder}
  - their texts: npx lingui extract --clean in apps/console, then a translation in each catalog
  - its rows in tools/pages/record-pages.ts
docs/contribute/add-a-page.md goes through all of them.
`);
  };
}

// npm run export-schema
// Writes the page of exported columns and the sources of a dbt project from the declarations of the kinds. Needs a build;
// a unit test compares both files with the declarations.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { columnsPage, dbtSources } from '@tollgate/contracts';

const place = (path) => fileURLToPath(new URL(`../docs/concepts/${path}`, import.meta.url));
writeFileSync(place('export-columns.md'), columnsPage());
writeFileSync(place('export-sources.yml'), dbtSources());

// Builds the pages for people and the site of the documentation, if something that they depend on has changed. Exits with
// 1 if that fails.
import { buildDocsSite } from '../docs-site/build.mjs';
import { buildPages, interfaceDocuments } from './build.mjs';

const documents = await interfaceDocuments();
await buildDocsSite(documents.schema);
process.exitCode = (await buildPages(documents)) ? 0 : 1;

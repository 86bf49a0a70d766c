// The pages of the site. Each link leads to a page, a heading or a file of the repository. Each document for users is in a
// table of docs/README.md, because readers find it there.
import { render } from '../docs-site/markdown.mjs';
import { readSite } from '../docs-site/sources.mjs';
import { listFiles } from './files.mjs';

/** Documents for people who change the code. */
const forDevelopers = /^docs\/contribute\//;

/** @param documents paths of all documents of the repository @param site of `readSite` @returns a line for each problem */
export function problemsOf(documents, site) {
  const unlisted = documents
    .filter((path) => /^docs\/.*\.md$/.test(path) && !forDevelopers.test(path) && !site.byPath.has(path))
    .map((path) => `docs/README.md: no table lists ${path}, so the site does not have it`);
  return [...unlisted, ...site.pages.flatMap((page) => render(site, page).problems)];
}

export const checkDocsSite = () => problemsOf(listFiles(), readSite());

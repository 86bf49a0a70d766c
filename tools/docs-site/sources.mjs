// The pages of the site and their order, from the tables of docs/README.md. Each section of it is a part of the
// navigation, and each row a page. The section for people who change the code is not part of the site.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorsOf } from '../checks/links.mjs';
import { root } from '../checks/files.mjs';

const index = 'docs/README.md';
const decisions = 'docs/decisions/README.md';
const leftOut = 'You change the code';

/** The first steps are a part of the README; the site shows these sections of it as a page. */
const firstSteps = {
  path: 'README.md',
  address: 'docs/start/first-steps',
  sections: ['Start', 'Your first invoice', 'From your program', 'With clients of Lago'],
};
/** The published fields have a page of their own, which the service makes. */
export const reference = { path: 'docs/reference/http-interface.yaml', address: 'docs/api' };

/**
 * @typedef {object} Page
 * @property {string} path its Markdown, relative to the repository
 * @property {string} address its path below the installation, such as `docs/start/take-payments`
 * @property {string} label its name in the navigation
 * @property {string} title its first heading
 * @property {string} summary the cell beside its name
 * @property {string} section the heading above its row
 * @property {string} markdown
 * @property {Set<string>} anchors
 *
 * @typedef {object} Entry a line of the navigation
 * @property {string} label
 * @property {string} summary
 * @property {string} path
 * @property {string} [anchor]
 *
 * @typedef {object} Site
 * @property {Page[]} pages in their order; the first one is the index
 * @property {{ heading: string, entries: Entry[] }[]} sections
 * @property {Map<string, Page>} byPath
 */

/** The path of a page below the installation: that of its Markdown without its ending. A README is its folder's page. */
export function addressOf(path) {
  if (path === index) return 'docs';
  if (path === firstSteps.path) return firstSteps.address;
  const name = path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '');
  return `docs/${name.toLowerCase()}`;
}

const read = (path) => readFileSync(join(root, path), 'utf8');
const headed = (markdown) => markdown.split(/^(?=## )/m);
const headingOf = (part) => /^#{1,2} (.+)$/m.exec(part)?.[1] ?? '';
const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

/** The rows of the tables in a text whose first linked cell names a page. @param path of the text */
export function entriesOf(markdown, path) {
  return [...markdown.matchAll(/^\|(?: *\d+ *\|)? *\[([^\]]+)\]\(([^)]+)\) *\|(.*)$/gm)].map(
    ([, label, target, rest]) => {
      const [file, anchor] = target.split('#');
      const [summary = ''] = rest.split('|');
      return {
        label: plain(label),
        summary: plain(summary.trim()),
        path: normalize(join(dirname(path), file)),
        ...(anchor && { anchor }),
      };
    },
  );
}

/** The README's first steps as a page of their own. @param title its heading */
function withFirstSteps(markdown, title) {
  const parts = headed(markdown).filter((part) => firstSteps.sections.includes(headingOf(part)));
  return `# ${title}\n\n${parts.join('')}`;
}

function textOf(path, label) {
  if (path === firstSteps.path) return withFirstSteps(read(path), label);
  if (path !== index) return read(path);
  return headed(read(path))
    .filter((part) => headingOf(part) !== leftOut)
    .join('');
}

/** @returns {Page} */
function pageOf({ path, label, summary }, section) {
  const markdown = textOf(path, label);
  return {
    path,
    address: addressOf(path),
    label,
    title: plain(headingOf(markdown)),
    summary,
    section,
    markdown,
    anchors: anchorsOf(markdown),
  };
}

/** Reads all pages. @returns {Site} */
export function readSite() {
  const sections = headed(read(index))
    .slice(1)
    .map((part) => ({ heading: headingOf(part), entries: entriesOf(part, index) }))
    .filter(({ heading }) => heading !== leftOut);
  sections.push({ heading: 'Decisions', entries: entriesOf(read(decisions), decisions) });
  const home = pageOf({ path: index, label: 'Documentation', summary: 'every page by task' }, '');
  const byPath = new Map([[index, home]]);
  for (const { heading, entries } of sections)
    for (const entry of entries)
      if (entry.path.endsWith('.md') && !byPath.has(entry.path) && existsSync(join(root, entry.path)))
        byPath.set(entry.path, pageOf(entry, heading));
  return { pages: [...byPath.values()], sections, byPath };
}

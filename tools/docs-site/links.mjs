// Links between pages of the site. Addresses are relative, so that the site works below any path of a reverse proxy.
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path/posix';
import { root } from '../checks/files.mjs';
import { reference } from './sources.mjs';

/** The relative address that leads from one page to another. @param from @param to paths below the installation */
export function relativeAddress(from, to) {
  const way = relative(`/${dirname(from)}`, `/${dirname(to)}`);
  return join(way, to.split('/').at(-1) ?? '');
}

/** The address of a picture of the documentation. */
export const addressOfFile = (path) => `docs/${path.replace(/^docs\//, '')}`;

const behaviour = 'docs/reference/behaviour';

/**
 * Where a link of a page leads.
 * @param {import('./sources.mjs').Site} site
 * @param {import('./sources.mjs').Page} page
 * @param {string} target as the Markdown has it
 * @returns {{ kind: 'external' | 'page' | 'picture' | 'outside' | 'missing', address: string, anchor?: string }} `outside`
 *   is a file of the repository that no page shows, and `missing` neither a file nor a heading
 */
export function resolveLink(site, page, target) {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return { kind: 'external', address: target };
  const [file = '', anchor] = target.split('#');
  const path =
    file === '' ? page.path : normalize(join(dirname(page.path), decodeURIComponent(file))).replace(/\/$/, '');
  if (path === reference.path) return { kind: 'page', address: reference.address };
  if (path === behaviour) return rulesOf(site);
  const other = site.byPath.get(path) ?? site.byPath.get(`${path}/README.md`);
  if (other && (!anchor || other.anchors.has(anchor))) return { kind: 'page', address: other.address, anchor };
  if (!existsSync(join(root, path)) || (other && isWhole(other))) return { kind: 'missing', address: path };
  if (/\.png$/.test(path) && statSync(join(root, path)).isFile()) return { kind: 'picture', address: path };
  return { kind: 'outside', address: path };
}

/** The folder of the rules: the part of the index that lists them. */
function rulesOf({ pages: [home], sections }) {
  const { heading } = sections.find(({ entries }) => entries.some(({ path }) => path.startsWith(`${behaviour}/`)));
  const anchor = [...home.anchors].find((one) => one === heading.toLowerCase().replaceAll(' ', '-'));
  return { kind: 'page', address: home.address, anchor };
}

/** Some pages show only parts of their file, so a heading may exist there. */
const isWhole = ({ path }) => path !== 'README.md' && path !== 'docs/README.md';

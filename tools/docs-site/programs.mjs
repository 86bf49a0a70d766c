// The documentation for programs: each page as Markdown with whole addresses, an index and all pages in one file, by the
// convention of llmstxt.org. The service puts the address of the installation in the place of `placeholder`.
import { addressOfFile, resolveLink } from './links.mjs';
import { addressOf, reference } from './sources.mjs';

/** The service knows it under the same name (libs/platform/src/http/documentation-site.ts). */
export const placeholder = '{{installation}}';
const openApi = 'api/v1/openapi.json';

/** The same text with code and its brackets blanked; places of characters stay. */
const withoutCode = (markdown) =>
  markdown
    .replace(/^( *)```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** The place of the bracket that a closing one at `end` belongs to. */
function openingOf(text, end) {
  let depth = 0;
  for (let place = end; place >= 0; place--) {
    if (text[place] === ']') depth++;
    if (text[place] === '[' && --depth === 0) return place;
  }
  return -1;
}

const wholeAddress = (address, anchor) => `${placeholder}/${address}${anchor ? `#${anchor}` : ''}`;
const ofPage = (address) => (address === reference.address ? openApi : `${address}.md`);

/**
 * A page as Markdown for programs. Links lead to pages of the installation; those to other files of the repository
 * become their text, with the path beside it.
 */
export function markdownOf(site, page) {
  const blank = withoutCode(page.markdown);
  const edits = [];
  for (const { 0: whole, 1: target, index } of blank.matchAll(/\]\(([^)\s]+)\)/g)) {
    const { kind, address, anchor } = resolveLink(site, page, target);
    const end = index + whole.length;
    if (kind === 'page') edits.push([index, end, `](${wholeAddress(ofPage(address), anchor)})`]);
    else if (kind === 'picture') edits.push([index, end, `](${wholeAddress(addressOfFile(address))})`]);
    else if (kind !== 'external') {
      const start = openingOf(blank, index);
      edits.push([start, start + 1, ''], [index, end, ` (\`${address}\`)`]);
    }
  }
  let text = '';
  let done = 0;
  for (const [start, end, instead] of edits.sort(([one], [other]) => one - other)) {
    text += page.markdown.slice(done, start) + instead;
    done = end;
  }
  return text + page.markdown.slice(done);
}

const summary =
  'Tollgate is an open billing platform for companies that sell by usage. It meters events, prices them by plans, and ' +
  'issues invoices with taxes, coupons, credit notes and prepaid credits.';

function lineOf({ label, summary: text, path, anchor }) {
  const address = path === reference.path ? openApi : ofPage(addressOf(path));
  return `- [${label}](${wholeAddress(address, anchor)})${text ? `: ${text}` : ''}`;
}

/** The index. Decisions come last, under the heading that readers with little room leave out. */
export function llmsIndex({ sections }) {
  const parts = sections.map(
    ({ heading, entries }) =>
      `## ${heading === 'Decisions' ? 'Optional' : heading}\n\n${entries.map(lineOf).join('\n')}\n`,
  );
  return [
    `# Tollgate\n\n> ${summary}\n`,
    `Each page is Markdown. All pages in one file: ${wholeAddress('llms-full.txt')}. No page needs a key.\n`,
    ...parts,
  ].join('\n');
}

/** All pages for users in one text: without the index and the decisions. */
export function llmsFull(site) {
  const pages = site.pages.filter(({ section }) => section !== '' && section !== 'Decisions');
  return pages
    .map((page) => `Source: ${wholeAddress(ofPage(page.address))}\n\n${markdownOf(site, page).trim()}\n`)
    .join('\n---\n\n');
}

// The frame of a page: navigation by task at the left, the page with its neighbours, and its headings at the right. It
// works without its script; the search and the buttons that copy code need it.
import { relativeAddress } from './links.mjs';
import { escapeHtml } from './markdown.mjs';
import { addressOf, reference } from './sources.mjs';

/** The page for unknown addresses is shown at any depth; the service puts the way up in this place. */
export const wayUp = '{{up}}';

/** Addresses of the frame. @param assets the folder of styles, program and index, below the installation */
function addressesOf(from, assets) {
  const to = (address) => (from === null ? `${wayUp}${address}` : relativeAddress(from, address));
  return { to, asset: (name) => to(`${assets}/${name}`) };
}

const targetOf = ({ path }) => (path === reference.path ? reference.address : addressOf(path));

function navigation({ sections }, page, to) {
  const line = (entry) => {
    const address = targetOf(entry);
    const current = address === page?.address ? ' aria-current="page"' : '';
    const anchor = entry.anchor ? `#${entry.anchor}` : '';
    return `<li><a href="${to(address)}${anchor}"${current}>${escapeHtml(entry.label)}</a></li>`;
  };
  return sections
    .map(({ heading, entries }) => `<h2>${escapeHtml(heading)}</h2>\n<ul>${entries.map(line).join('\n')}</ul>`)
    .join('\n');
}

/** Headings of the second and third level, if the page has some. */
function contents(sections) {
  const shown = sections.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return { button: '', list: '' };
  const lines = shown.map(
    ({ level, anchor, heading }) => `<li class="level-${level}"><a href="#${anchor}">${escapeHtml(heading)}</a></li>`,
  );
  return {
    button: '<button type="button" class="narrow" popovertarget="contents">On this page</button>',
    list: `<nav id="contents" popover aria-label="On this page"><h2>On this page</h2><ul>${lines.join('\n')}</ul></nav>`,
  };
}

function neighbours({ pages }, page, to) {
  const place = pages.indexOf(page);
  const link = (other, rel, text) =>
    other
      ? `<a rel="${rel}" href="${to(other.address)}"><small>${text}</small> ${escapeHtml(other.label)}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="Neighbours">${link(pages[place - 1], 'prev', 'Previous')}${link(pages[place + 1], 'next', 'Next')}</nav>`;
}

const searchDialog = `<dialog id="search" aria-label="Search">
<input type="search" role="combobox" aria-label="Search the documentation" aria-controls="found" aria-expanded="false" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search">
<p id="search-state" role="status">Type some words.</p>
<ul id="found" role="listbox" aria-label="Found"></ul>
</dialog>`;

function frame({ site, page, title, summary, assets, main, list = '', button = '' }) {
  const { to, asset } = addressesOf(page?.address ?? null, assets);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${summary ? `<meta name="description" content="${escapeHtml(summary)}">\n` : ''}<link rel="icon" href="${to('favicon.ico')}">
<link rel="stylesheet" href="${asset('site.css')}">
${page ? `<link rel="alternate" type="text/markdown" href="${to(`${page.address}.md`)}">\n` : ''}<script type="module" src="${asset('site.mjs')}" data-root="${to('docs')}"></script>
</head>
<body>
<a class="skip" href="#page">To the page</a>
<header>
<a class="name" href="${to('docs')}">Tollgate <span class="wide">docs</span></a>
<button type="button" class="narrow" popovertarget="navigation">Pages</button>
${button}
<button type="button" id="open-search" hidden>Search <kbd class="wide">/</kbd></button>
<a class="wide" href="${to(reference.address)}">API</a>
<a class="wide" href="${to('console')}">Console</a>
</header>
<div class="columns">
<nav id="navigation" popover aria-label="Pages">
${navigation(site, page, to)}
</nav>
<main id="page" tabindex="-1">
${main(to)}
</main>
${list}
</div>
${searchDialog}
</body>
</html>
`;
}

/**
 * One page of the site.
 * @param {import('./sources.mjs').Site} site
 * @param {import('./sources.mjs').Page} page
 * @param {{ html: string, sections: { level: number, anchor: string, heading: string }[] }} content of `render`
 * @param {string} assets the folder of styles, program and index, below the installation
 */
export function pageOf(site, page, { html, sections }, assets) {
  const title = page.address === 'docs' ? 'Tollgate: documentation' : `${page.title} · Tollgate`;
  const main = (to) =>
    `<article>\n${html}</article>\n${neighbours(site, page, to)}
<p class="formats"><a href="${to(`${page.address}.md`)}">This page as Markdown</a></p>`;
  return frame({ site, page, title, summary: page.summary, assets, main, ...contents(sections) });
}

/** The page for unknown addresses. Its addresses begin with `wayUp`. */
export function missingPage(site, assets) {
  const main = (to) => `<article><h1>There is no such page</h1>
<p>The address may be that of an earlier version. The <a href="${to('docs')}">documentation</a> lists all pages by task,
and the search finds them by their words.</p></article>`;
  return frame({ site, page: null, title: 'No such page · Tollgate', assets, main });
}

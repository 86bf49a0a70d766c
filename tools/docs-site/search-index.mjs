// The index of the search: each section of each page, and each call of the interface. The browser loads it with the first
// search, and no word leaves it.
import MiniSearch from 'minisearch';
import { options } from './browser/search-options.mjs';
import { reference } from './sources.mjs';

const longestExcerpt = 180;

/** The start of a text, up to the end of a word. */
export function excerptOf(text) {
  const short = text.replace(/\s+/g, ' ').trim();
  if (short.length <= longestExcerpt) return short;
  return `${short.slice(0, short.lastIndexOf(' ', longestExcerpt))} …`;
}

/** @param pages pages with their sections */
const sectionsOf = (pages) =>
  pages.flatMap(({ page, sections }) =>
    sections.map(({ level, anchor, heading, text }) => ({
      address: level === 1 ? page.address : `${page.address}#${anchor}`,
      page: page.label,
      heading: level === 1 ? page.title : heading,
      text,
      excerpt: excerptOf(text),
    })),
  );

/** The calls of the interface lead to their place in the reference. */
const callsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary = '', description = '' }]) => ({
      address: `${reference.address}#operation/${operationId}`,
      page: summary ? `API: ${summary}` : 'API',
      heading: `${method.toUpperCase()} ${path}`,
      text: description,
      excerpt: excerptOf(description.replaceAll('`', '')),
    })),
  );

/**
 * The index as JSON.
 * @param pages pages with their sections, as `render` collects them
 * @param openApi the document of the interface
 */
export function indexOf(pages, openApi) {
  const index = new MiniSearch(options);
  index.addAll([...sectionsOf(pages), ...callsOf(openApi)].map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
}

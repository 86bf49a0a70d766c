// The files whose English the linter holds.

/** Imported or generated text, and records of the past. */
const notOurs = [/^docs\/reference\//, /^docs\/contribute\/verification\.md$/, /^data\//, /^CHANGELOG\.md$/];

const isDocument = (path) => path.endsWith('.md');
const isCode = (path) => /\.(?:ts|mjs)$/.test(path) && /^(?:(?:libs|apps)\/[^/]+\/src|tools|conformance)\//.test(path);

/** @param path relative to the repository */
export const isRead = (path) => (isDocument(path) || isCode(path)) && !notOurs.some((pattern) => pattern.test(path));

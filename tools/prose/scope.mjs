// The files whose English the linter holds.

/** Imported or generated text, and records of the past. */
const notOurs = [/^docs\/reference\//, /^docs\/contribute\/verification\.md$/, /^data\//, /^CHANGELOG\.md$/];

const isDocument = (path) => path.endsWith('.md');
const isCode = (path) =>
  /\.(?:tsx?|mjs)$/.test(path) && /^(?:(?:libs|apps)\/[^/]+\/src|tools|conformance)\//.test(path);

/** Texts for readers in files of other kinds. */
const catalogs = /^apps\/console\/src\/locales\/(?:\w+\/)?en\.po$|^deploy\/monitoring\/alerts\.yml$/;
const forTests = /\.(?:spec|test|fixture)\.tsx?$|\/migrations\//;

/** Whether a file is a document, or has comments. */
export const hasProse = (path) => /\.(?:md|tsx?|mjs)$/.test(path);

/** Whether a file has texts that people read: pages, errors, logs, the interface. @param path relative to the repository */
export const hasTexts = (path) =>
  catalogs.test(path) || (/^(?:libs|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !forTests.test(path));

/** @param path relative to the repository */
export const isRead = (path) =>
  (isDocument(path) || isCode(path) || hasTexts(path)) && !notOurs.some((pattern) => pattern.test(path));

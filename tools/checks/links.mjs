// Links of documents lead to existing files, folders and headings. Paths in backticks exist as written.
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listFiles, read, root } from './files.mjs';

const withoutCode = (markdown) => markdown.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''));

/** The anchor of a heading, as code hosts derive it. @param text its Markdown @param taken anchors of the document so far */
export function anchorOf(text, taken) {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  const anchor = plain.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
  let unique = anchor;
  for (let n = 1; taken.has(unique); n++) unique = `${anchor}-${n}`;
  taken.add(unique);
  return unique;
}

/** The anchors of a document. */
export function anchorsOf(markdown) {
  const anchors = new Set();
  for (const [, text] of withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gm)) anchorOf(text, anchors);
  return anchors;
}

/**
 * The links of a document within the repository: `{ line, target, anchor }`, with the target relative to the
 * repository.
 */
export function linksOf(path, markdown) {
  const text = withoutCode(markdown).replace(/`[^`\n]*`/g, (code) => code.replace(/[()[\]]/g, ' '));
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .filter(([, link]) => !/^[a-z]+:/i.test(link))
    .map((found) => {
      const [file, anchor] = found[1].split('#');
      return {
        line: text.slice(0, found.index).split('\n').length,
        target: file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file))),
        anchor,
      };
    });
}

/** The ends of file names by which a word in backticks is a path, also without a folder. */
const fileName = /\.(?:ts|mjs|js|md|json|ya?ml|sh|sql|lua|toml)$/;
/** Patterns, placeholders, and paths of other machines or of the interface. */
const noPath = /[*<>{}…$|:=,]|NAME|^[./~-]*$|^\/|^\.\w+$/;
const topFolder = /^(?:\.ci|apps|conformance|data|deploy|docs|k8s|libs|tools)\//;
/** The parts of a document below each heading, and before the first one. */
const sectionsOf = (markdown) => withoutCode(markdown).split(/^(?=#{1,6} )/m);
const wordsInBackticks = (text) =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(({ 1: code, index }) =>
    code.split(/\s+/).map((word) => ({ word, index })),
  );
const below = (folder, path) => normalize(join(folder, path)).replace(/\/$/, '');

/**
 * The paths in backticks that do not exist as written. A path starts at the root, at the document's folder, or at a
 * folder or library that its introduction or the section names. The base name alone does not count.
 * @param existing paths of all files and folders
 * @returns `{ line, path }` each
 */
export function missingPathsOf(document, markdown, existing) {
  const folder = dirname(document);
  const placesNamedIn = (text) => {
    const words = wordsInBackticks(text).map(({ word }) => word);
    const libraries = [...text.matchAll(/\blibs\/[a-z-]+/g)].map(([library]) => library);
    return [...words.map((word) => below('.', word)), ...words.map((word) => below(folder, word)), ...libraries];
  };
  const sections = sectionsOf(markdown);
  const introduction = sections.slice(0, sections[0] === '' ? 2 : 1).join('');
  const missing = [];
  let line = 1;
  for (const section of sections) {
    const named = [folder, ...placesNamedIn(introduction), ...placesNamedIn(section)];
    const places = ['.', ...named, ...named.map((place) => `${place}/src`)];
    for (const { word, index } of wordsInBackticks(section)) {
      if (noPath.test(word) || !(fileName.test(word) || topFolder.test(word))) continue;
      if (places.some((place) => existing.has(below(place, word)))) continue;
      missing.push({ line: line + section.slice(0, index).split('\n').length - 1, path: word });
    }
    line += section.split('\n').length - 1;
  }
  return missing;
}

/** Paths of files and of all folders above them. */
export function withFolders(files) {
  const paths = new Set(files);
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) paths.add(folder);
  }
  return paths;
}

/** The entries of dated releases are history and may name old paths. */
const currentPart = (path, markdown) =>
  path === 'CHANGELOG.md' ? markdown.split(/^(?=## \[\d)/m, 1).join('') : markdown;

/** All links and paths that lead nowhere, and decisions that their index does not list, each a line. */
export function checkLinks() {
  const files = listFiles();
  const existing = withFolders(files);
  const documents = files.filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference/'));
  const problems = [];
  for (const path of documents) {
    for (const { line, path: missing } of missingPathsOf(path, currentPart(path, read(path)), existing))
      problems.push(`${path}:${line}: \`${missing}\` does not exist from here, the root, or a folder of the section`);
    for (const { line, target, anchor } of linksOf(path, read(path))) {
      const there = existsSync(join(root, target));
      if (!there) problems.push(`${path}:${line}: ${target} is not there`);
      else if (anchor && !(statSync(join(root, target)).isFile() && anchorsOf(read(target)).has(anchor))) {
        problems.push(`${path}:${line}: ${target} has no heading #${anchor}`);
      }
    }
  }
  const index = 'docs/decisions/README.md';
  const listed = new Set(linksOf(index, read(index)).map(({ target }) => target));
  for (const path of documents) {
    if (/^docs\/decisions\/\d/.test(path) && !listed.has(path)) problems.push(`${index}: does not list ${path}`);
  }
  return problems;
}

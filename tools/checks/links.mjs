// Links of documents have targets: an existing file or folder, and an existing heading.
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listFiles, read, root } from './files.mjs';

const withoutCode = (markdown) => markdown.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''));

/** The anchors of a document, as code hosts derive them from its headings. */
export function anchorsOf(markdown) {
  const anchors = new Set();
  for (const [, text] of withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let n = 1; anchors.has(unique); n++) unique = `${anchor}-${n}`;
    anchors.add(unique);
  }
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

/** All broken links, and decisions missing from their index, one line each. */
export function checkLinks() {
  const documents = listFiles().filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference/'));
  const problems = [];
  for (const path of documents) {
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

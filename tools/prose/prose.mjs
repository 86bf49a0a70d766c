// Checks the project's English in documents and comments with textlint, and in the texts of pages, errors and calls: run by `npm run lint`, or alone with `node
// tools/prose/prose.mjs [PATH ...]`. README.md has its rules.
import { extname, relative, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { listFiles, read, root } from '../checks/files.mjs';
import comments from './comments.mjs';
import { rules } from './rules.mjs';
import { hasProse, hasTexts, isRead } from './scope.mjs';
import { findingsInTexts } from './texts.mjs';

const plugins = [
  { pluginId: 'markdown', plugin: markdown.default ?? markdown },
  { pluginId: 'comments', plugin: comments },
];
const kernel = new TextlintKernel();

/** @param path its extension says how to read the text @returns findings `{ line, column, message }`, in order */
export async function findingsIn(path, text) {
  const { messages } = hasProse(path)
    ? await kernel.lintText(text, { filePath: path, ext: extname(path), plugins, rules })
    : { messages: [] };
  const inProse = messages.map(({ line, column, message }) => ({ line, column, message }));
  return [...inProse, ...(hasTexts(path) ? findingsInTexts(path, text) : [])];
}

/**
 * Prints all findings, one line each.
 * @param paths files and folders; none: the whole repository
 * @returns whether there are none
 */
export async function checkProse(paths = []) {
  const targets = paths.map((path) => relative(root, resolve(path)));
  const isTarget = (file) =>
    targets.length === 0 || targets.some((target) => target === '' || file === target || file.startsWith(`${target}/`));
  let found = 0;
  for (const path of listFiles().filter((file) => isRead(file) && isTarget(file))) {
    for (const { line, column, message } of await findingsIn(path, read(path))) {
      process.stderr.write(`${path}:${line}:${column}: ${message}\n`);
      found += 1;
    }
  }
  return found === 0;
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await checkProse(argv.slice(2))) ? 0 : 1;

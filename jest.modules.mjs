// Specs run on the sources in plain Node, and the files of a worker share what they import. These hooks compile
// TypeScript by SWC, and find the sources of `@tollgate/LIBRARY` and of `./NAME.js`. Nothing has to be built for them.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { withoutMacros } from './apps/console/macros.mjs';

const fromRoot = (path) => new URL(path, import.meta.url).href;

const service = {
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
};
const page = {
  parser: { syntax: 'typescript', tsx: true },
  transform: { react: { runtime: 'automatic' } },
};

function compile(path) {
  const source = readFileSync(path, 'utf8');
  const isOfPages = path.includes('/apps/console/');
  return transformSync(isOfPages ? withoutMacros(source, path) : source, {
    filename: path,
    jsc: { target: 'es2024', ...(isOfPages ? page : service) },
    module: { type: 'es6' },
    sourceMaps: 'inline',
    swcrc: false,
  }).code;
}

/** The source that is compiled to a file, where there is one. */
function sourceOfFile(specifier, parent) {
  const url = new URL(specifier, parent).href.replace(/\.js$/, '');
  // Specs of pages run without a document.
  if (url === fromRoot('apps/console/src/base')) return `${url}.fixture.ts`;
  return [`${url}.ts`, `${url}.tsx`].find((source) => existsSync(fileURLToPath(source)));
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: fromRoot('jest.globals.mjs'), shortCircuit: true };
    const isSource =
      specifier.startsWith('.') && specifier.endsWith('.js') && /\.tsx?(\?|$)/.test(context.parentURL ?? '');
    const url = isSource && sourceOfFile(specifier, context.parentURL);
    if (url) return { url, shortCircuit: true };
    return next(specifier, { ...context, conditions: [...context.conditions, 'tollgate-source'] });
  },
  load(url, context, next) {
    const path = url.startsWith('file:') ? fileURLToPath(url.replace(/\?.*$/, '')) : '';
    if (!/\.tsx?$/.test(path) || path.includes('/node_modules/')) return next(url, context);
    return { format: 'module', source: compile(path), shortCircuit: true };
  },
});
process.setSourceMapsEnabled(true);

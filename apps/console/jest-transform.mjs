// Unit specs run on the sources of the pages. Babel turns the macros of Lingui into calls, as the build does; SWC then
// strips types, and turns JSX into calls of React.
import { transformSync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { createTransformer } from '@swc/jest';

const pages = createTransformer({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
});

const linguiConfig = makeConfig({ locales: ['en'], sourceLocale: 'en' });

const withoutMacros = (source, filename) =>
  transformSync(source, {
    filename,
    babelrc: false,
    configFile: false,
    retainLines: true,
    parserOpts: { plugins: ['typescript', ...(filename.endsWith('x') ? ['jsx'] : [])] },
    plugins: [[macros, { descriptorFields: 'all', linguiConfig }]],
  }).code;

export default {
  ...pages,
  process: (source, path, options) =>
    pages.process(source.includes('/macro') ? withoutMacros(source, path) : source, path, options),
};

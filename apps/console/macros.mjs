// Babel turns the macros of Lingui into calls for unit specs, as the build does.
import { transformSync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';

const linguiConfig = makeConfig({ locales: ['en'], sourceLocale: 'en' });

/** @returns the source without macros; the source itself where it has none */
export function withoutMacros(source, filename) {
  if (!source.includes('/macro')) return source;
  return transformSync(source, {
    filename,
    babelrc: false,
    configFile: false,
    retainLines: true,
    parserOpts: { plugins: ['typescript', ...(filename.endsWith('x') ? ['jsx'] : [])] },
    plugins: [[macros, { descriptorFields: 'all', linguiConfig }]],
  }).code;
}

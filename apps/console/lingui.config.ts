import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { operatorFeatures, recordParts, settingsFeatures } from './parts.js';

const tests = '**/*.{spec,fixture}.ts';
const pathsOf = (names: readonly string[]) => names.map((name) => `src/features/${name}`);
const [settings, parts, operator] = [settingsFeatures, recordParts, operatorFeatures].map(pathsOf);

/** The languages of the pages, as those of mails. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr', 'de', 'es', 'ja'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: [tests, ...[...settings, ...parts, ...operator].map((path) => `${path}/**`)],
    },
    { path: '<rootDir>/src/locales/settings/{locale}', include: settings, exclude: [tests] },
    { path: '<rootDir>/src/locales/parts/{locale}', include: parts, exclude: [tests] },
    { path: '<rootDir>/src/locales/operator/{locale}', include: operator, exclude: [tests] },
  ],
  format: formatter({ lineNumbers: false }),
});

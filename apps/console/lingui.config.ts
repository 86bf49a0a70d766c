import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** The languages of the pages, as those of mails. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr', 'de', 'es', 'ja'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.{spec,fixture}.ts'] }],
  format: formatter({ lineNumbers: false }),
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkCycles } from './chunk-cycles.js';
import { operatorFeatures, recordParts, settingsFeatures } from './parts.js';

const directory = fileURLToPath(new URL('.', import.meta.url));
const smallest = 1_024;

/** Writes each file in compressed form too, so that the service compresses none itself. */
const compressed = (): Plugin => ({
  name: 'compressed',
  writeBundle(_options, bundle) {
    for (const name of Object.keys(bundle)) {
      const path = join(directory, 'dist', name);
      const bytes = readFileSync(path);
      if (!name.startsWith('assets/') || name.endsWith('.woff2') || bytes.length < smallest) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
});

/** Puts the licence of the font beside it, as the licence requires. */
const fontLicence = (): Plugin => ({
  name: 'font-licence',
  generateBundle() {
    const source = readFileSync(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE')));
    this.emitFile({ type: 'asset', fileName: 'assets/inter-licence.txt', source });
  },
});

/** Features that few people open on most days: their code comes with the first visit of one of them. */
const developers =
  /src\/features\/(activity-logs|api-keys|api-logs|data-exports|drawer|event-backfills|event-errors|event-sources|events|export-destinations|export-schedules|test-clock|webhook-endpoints|webhook-messages)\//;
const settings = new RegExp(`src/features/(${settingsFeatures.join('|')})/`);
const operator = new RegExp(
  `src/features/(${operatorFeatures.join('|')})/|src/api/operator|src/organization/entry-bar`,
);
const parts = new RegExp(`src/features/(${recordParts.join('|')})/|src/features/(?!account)[^/]+/detail\\.tsx`);
/** The first page of an empty organization alone, with the prices that its plan has. */
const start = /src\/features\/(start\/|plans\/charge-models\/charge-inputs)/;
/** The second factor of an account brings a library for one picture. */
const records = /src\/(ui|bulk\/bar-of|features\/(?!account\/))/;
/** What people do with chosen records: the first choice loads it, or the progress of an act. */
const bulk = /src\/(bulk\/(?!bar-of)|features\/bulk-acts\/)/;

/**
 * The code in few files, because each file costs a request: libraries and frame of all pages, the records of billing and
 * catalog with the parts of their pages, and those of developers. The portal is small, and one file.
 */
const groups = [
  { name: 'libraries', test: /node_modules|rolldown\/runtime/, tags: ['$initial' as const], priority: 6 },
  { name: 'frame', tags: ['$initial' as const], priority: 5 },
  { name: 'charts', test: /node_modules\/(@visx|d3-)|src\/ui\/(bars|curve|ranges|steps|value-axis)/, priority: 4 },
  { name: 'developers', test: developers, priority: 3, includeDependenciesRecursively: false },
  { name: 'start', test: start, priority: 3, includeDependenciesRecursively: false },
  { name: 'bulk', test: bulk, priority: 3, includeDependenciesRecursively: false },
  { name: 'operator', test: operator, priority: 7, includeDependenciesRecursively: false },
  { name: 'settings', test: settings, priority: 3, includeDependenciesRecursively: false },
  { name: 'parts', test: parts, priority: 2, includeDependenciesRecursively: false },
  { name: 'records', test: records, priority: 1 },
];

/** The program for pages of other origins (`--mode embed`): one small file, whose functions are those of `tollgate`. */
const embed = defineConfig({
  root: directory,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: join(directory, 'src/portal/embed/script.ts'),
      name: 'tollgate',
      formats: ['iife'],
      fileName: () => 'embed.js',
    },
  },
});

// Addresses are relative: the service puts the path in front of them under which it is reached. Console and portal are
// built one after the other (`--mode console`, then `--mode portal`), so that neither loads code of the other one.
const pages = (mode: string) => ({
  root: directory,
  base: './',
  plugins: [
    react(),
    lingui({ macroTransform: true, failOnMissing: true, cwd: directory }),
    fontLicence(),
    chunkCycles(),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: mode !== 'portal',
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: join(directory, mode === 'portal' ? 'portal.html' : 'index.html'),
      output: mode === 'portal' ? {} : { codeSplitting: { groups } },
    },
  },
});

export default defineConfig(({ mode }) => (mode === 'embed' ? embed : pages(mode)));

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const directory = fileURLToPath(new URL('.', import.meta.url));
const smallest = 1_024;

/** Writes each file in compressed form too, so that the service compresses none itself. */
const compressed = (): Plugin => ({
  name: 'compressed',
  writeBundle() {
    const assets = join(directory, 'dist', 'assets');
    for (const name of readdirSync(assets)) {
      const bytes = readFileSync(join(assets, name));
      if (bytes.length < smallest) continue;
      writeFileSync(
        join(assets, `${name}.br`),
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
      writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});

// Addresses are relative: the service puts the path in front of them under which it is reached.
export default defineConfig({
  root: directory,
  base: './',
  plugins: [react(), lingui({ macroTransform: true, failOnMissing: true, cwd: directory }), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: [join(directory, 'index.html'), join(directory, 'portal.html')] },
  },
});

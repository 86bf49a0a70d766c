import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** One browser, one after the other: the journeys share an installation, whose first person the first one makes. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.journeys.ts',
  outputDir: join(tmpdir(), 'tollgate-pages'),
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json']],
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] },
  },
});

// Plays journeys through the pages of a running installation.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Counts } from '@tollgate/harness/report';
import { repository } from '@tollgate/harness/process';
import { installChromium } from './chromium.ts';

interface Reported {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/**
 * Plays journeys in Chromium: Debian's package, which root installs, or where CHROMIUM says.
 * @param files names of files beside this one
 * @param env where the installation is, as the journeys read it
 * @param directory where the report goes
 */
export async function playJourneys(
  files: readonly string[],
  env: Record<string, string>,
  directory: string,
): Promise<Counts> {
  const chromium = process.env.CHROMIUM || (await installChromium());
  const report = join(directory, 'pages.json');
  const program = join(repository, 'node_modules', '@playwright', 'test', 'cli.js');
  // This process may be the proxy of the pages, so it does not block.
  const browser = spawn(process.execPath, [program, 'test', '--config', 'tools/pages/playwright.config.ts', ...files], {
    cwd: repository,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  await once(browser, 'exit');
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as Reported;
  return { passed: stats.expected, failed: stats.unexpected + stats.skipped + stats.flaky };
}

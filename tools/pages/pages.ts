// npm run test:pages
// The pages for people in a browser, on a standalone service of their own: the first person, signing in, invitations,
// new passwords. Then come the lists and pages of a small sandbox. Every kind of page in light and dark, wide and
// narrow: no violation of WCAG 2.2 AA, and no message in the browser's console. Chromium is Debian's package, which the
// test installs as root, or where CHROMIUM says. Closes with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from '@tollgate/harness/process';
import { startStandalone } from '@tollgate/harness/standalone';
import { installChromium } from './chromium.ts';

interface Reported {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const longestGreetingMs = 60_000;
const chromium = process.env.CHROMIUM || (await installChromium());

/** The setup link in the service's output. It prints it shortly after it is ready. */
async function printedLink(log: string): Promise<string> {
  for (const deadline = Date.now() + longestGreetingMs; Date.now() < deadline; await sleep(250)) {
    const link = /http\S+\/console\/welcome#[0-9a-f]{40}/.exec(readFileSync(log, 'utf8'))?.[0];
    if (link) return link;
  }
  throw new Error('The service printed no setup link');
}

const service = await startStandalone();
let failed = 1;
try {
  const setupLink = await printedLink(service.log);
  const report = join(service.dir, 'pages.json');
  spawnSync(
    process.execPath,
    [
      join(repository, 'node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--config',
      'tools/pages/playwright.config.ts',
    ],
    {
      cwd: repository,
      stdio: 'inherit',
      env: {
        ...process.env,
        CHROMIUM: chromium,
        BASE_URL: service.baseUrl,
        SETUP_LINK: setupLink,
        ADMIN_API_KEY: service.adminApiKey,
        MAILS: join(service.dir, 'mails'),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    },
  );
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as Reported;
  failed = stats.unexpected + stats.skipped + stats.flaky;
  console.log(`${stats.expected} passed, ${failed} failed`);
} finally {
  await service.stop({ keep: failed > 0 });
}
process.exitCode = failed > 0 ? 1 : 0;

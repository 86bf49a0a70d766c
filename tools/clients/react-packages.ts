// npm run test:react-packages
// Packs `@tollgate/react` and installs it into an empty project of Next (App Router) in a temporary directory. The build of
// Next checks the types of the package, and draws the page on its server. It needs no installation: the parts read only in
// a browser. Closes with `N passed, N failed`.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from '@tollgate/harness/process';
import { nextDirectory } from './javascript-package.ts';
import { runToEnd } from './run.ts';

const parts = fileURLToPath(new URL('../../libs/react', import.meta.url));
const longestBuildMs = 600_000;

/** The files of the project: the page is a component of the server, and the parts are one of the client. */
const files = {
  'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  'app/page.tsx': `import { Billing } from './billing';
export default function Page() {
  return <main><h1>Billing</h1><Billing token="none" /></main>;
}
`,
  'app/billing.tsx': `'use client';
import {
  Invoices, PayButton, PlanTable, TollgateProvider, UsageChart, useSubscriptions, Wallet,
} from '@tollgate/react';

function Plans() {
  const { data } = useSubscriptions();
  return data?.subscriptions.map(({ external_id: id }) => (
    <section key={id}>
      <UsageChart subscription={id} metric="tokens" />
      <PlanTable subscription={id} />
    </section>
  ));
}

export function Billing({ token }: { token: string }) {
  return (
    <TollgateProvider baseUrl="https://billing.example.com" token={token} refresh={async () => token} locale="de">
      <PayButton />
      <Plans />
      <Wallet />
      <Invoices perPage={5} />
    </TollgateProvider>
  );
}
`,
};

/** Makes the project. @param directory where Next is installed already */
async function makeProject(directory: string): Promise<void> {
  cpSync(await nextDirectory(), directory, { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(directory, 'app'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
  const packed = await runToEnd('npm', [
    'pack',
    parts,
    '--pack-destination',
    directory,
    '--ignore-scripts',
    '--silent',
  ]);
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${packed.trim()}`];
  await runToEnd('npm', install, { cwd: directory });
}

/** Builds the project. @throws Error when Next refuses it, or its page lacks the parts */
async function buildProject(directory: string): Promise<void> {
  const next = join(directory, 'node_modules', 'next', 'dist', 'bin', 'next');
  await runToEnd(process.execPath, [next, 'build'], { cwd: directory, longestMs: longestBuildMs });
  const page = readFileSync(join(directory, '.next', 'server', 'app', 'index.html'), 'utf8');
  if (!/<h1>Billing<\/h1>.*role="status"/s.test(page)) throw new Error(`The page has no part:\n${page}`);
}

process.env['NEXT_TELEMETRY_DISABLED'] = '1';
const directory = mkdtempSync(join(tmpdir(), 'tollgate-next-'));
let failure: unknown = null;
try {
  say('Making a project of Next ...');
  await makeProject(directory);
  say('Building it ...');
  await buildProject(directory);
} catch (error) {
  failure = error;
  process.stderr.write(`${String(error)}\n`);
}
rmSync(directory, { recursive: true, force: true });
process.stdout.write(failure === null ? '1 passed, 0 failed\n' : '0 passed, 1 failed\n');
process.exitCode = failure === null ? 0 : 1;

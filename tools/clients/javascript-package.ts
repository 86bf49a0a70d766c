// The JavaScript client package that third parties publish.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, say } from '@tollgate/harness/process';
import { runToEnd } from './run.ts';

const javascriptPackage = 'lago-javascript-client@1.53.0';

/** The directory of the JavaScript package, outside of this workspace. */
export async function javascriptDirectory(): Promise<string> {
  const directory = join(cacheDirectory(), javascriptPackage);
  if (existsSync(join(directory, 'complete'))) return directory;
  say(`Installing ${javascriptPackage} ...`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  await runToEnd('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', javascriptPackage], {
    cwd: directory,
  });
  writeFileSync(join(directory, 'complete'), '');
  return directory;
}

import { ensureCommand } from '@tollgate/harness/packages';

/** Installs Debian's Chromium unless it is there. @returns its path @throws Error with advice where that is impossible */
export async function installChromium(): Promise<string> {
  await ensureCommand('chromium', ['chromium'], 'the pages in a browser');
  return '/usr/bin/chromium';
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, managedProcess, repository } from '@tollgate/harness/process';

/** A running double of Xero. */
export interface AccountingProcess {
  /** The base address; tests control the double below `/control`. */
  url: string;
  /** Settings of services that use the double in place of Xero. */
  settings: Record<'XERO_URL' | 'XERO_IDENTITY_URL', string>;
  stop(): Promise<void>;
}

/** Starts the double as a process of its own. It never outlives this one. */
export async function startAccounting(): Promise<AccountingProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-accounting-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const double = managedProcess({
    name: 'accounting',
    command: process.execPath,
    args: [join(repository, 'tools', 'accounting', 'main.ts'), '--port', port],
    log: join(directory, 'accounting.log'),
    ready: async () => (await fetch(`${url}/control/refusals`)).ok,
  });
  const stop = async () => {
    await double.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await double.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, settings: { XERO_URL: url, XERO_IDENTITY_URL: `${url}/identity` }, stop };
}

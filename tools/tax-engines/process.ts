import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, managedProcess, repository } from '@tollgate/harness/process';

/** Running doubles of the tax engines. */
export interface TaxEngineProcess {
  /** The base address; tests control the doubles below `/control`. */
  url: string;
  /** Settings of services that use the doubles in place of the engines. */
  settings: Record<'ANROK_URL' | 'AVALARA_URL' | 'AVALARA_SANDBOX_URL', string>;
  stop(): Promise<void>;
}

/** Starts the doubles as a process of their own. It never outlives this one. */
export async function startTaxEngines(): Promise<TaxEngineProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-tax-engines-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const doubles = managedProcess({
    name: 'tax engines',
    command: process.execPath,
    args: [join(repository, 'tools', 'tax-engines', 'main.ts'), '--port', port],
    log: join(directory, 'tax-engines.log'),
    ready: async () => (await fetch(`${url}/control/refusals`)).ok,
  });
  const stop = async () => {
    await doubles.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await doubles.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const avalara = `${url}/avalara`;
  return { url, settings: { ANROK_URL: `${url}/anrok`, AVALARA_URL: avalara, AVALARA_SANDBOX_URL: avalara }, stop };
}

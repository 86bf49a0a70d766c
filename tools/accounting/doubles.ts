import { startTaxEngines } from '@tollgate/tax-engines/process';
import { startAccounting } from './process.ts';

/** Running doubles of the systems of others that services call: tax engines and Xero. */
export interface Doubles {
  /** Settings of services that use the doubles. */
  settings: Record<string, string>;
  /** Where tests find them. */
  env: Record<'TAX_ENGINES_URL' | 'ACCOUNTING_URL', string>;
  stop(): Promise<void>;
}

/** Starts all doubles. They never outlive this process. */
export async function startDoubles(): Promise<Doubles> {
  const taxEngines = await startTaxEngines();
  const accounting = await startAccounting().catch(async (error: unknown) => {
    await taxEngines.stop();
    throw error;
  });
  return {
    settings: { ...taxEngines.settings, ...accounting.settings },
    env: { TAX_ENGINES_URL: taxEngines.url, ACCOUNTING_URL: accounting.url },
    stop: async () => {
      await Promise.all([taxEngines.stop(), accounting.stop()]);
    },
  };
}

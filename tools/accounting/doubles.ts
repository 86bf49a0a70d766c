import { startStripe, type StripeDouble } from '@tollgate/stripe/double';
import { startTaxEngines } from '@tollgate/tax-engines/process';
import { startAccounting } from './process.ts';

/** Running doubles of the systems of others that services call: Stripe, tax engines and Xero. */
export interface Doubles {
  /** Settings of services that use the doubles. */
  settings: Record<string, string>;
  /** Where tests find them. */
  env: Record<'TAX_ENGINES_URL' | 'ACCOUNTING_URL' | 'STRIPE_URL', string>;
  stripe: StripeDouble;
  stop(): Promise<void>;
}

/** Starts all doubles. They never outlive this process. */
export async function startDoubles(): Promise<Doubles> {
  const stripe = await startStripe();
  const taxEngines = await startTaxEngines();
  const accounting = await startAccounting().catch(async (error: unknown) => {
    await taxEngines.stop();
    throw error;
  });
  return {
    settings: { ...taxEngines.settings, ...accounting.settings, STRIPE_API_URL: stripe.url },
    env: { TAX_ENGINES_URL: taxEngines.url, ACCOUNTING_URL: accounting.url, STRIPE_URL: stripe.url },
    stripe,
    stop: async () => {
      await Promise.all([taxEngines.stop(), accounting.stop(), stripe.stop()]);
    },
  };
}

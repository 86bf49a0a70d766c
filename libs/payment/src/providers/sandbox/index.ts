import { publishedProviders } from '@tollgate/contracts';
import { liveKey, type ProviderDeclaration } from '../declaration.js';

/** A provider that moves no money, for sandbox organizations: the method decides the outcome of a payment. */
export const sandbox: ProviderDeclaration = {
  ...publishedProviders.sandbox,
  currencies: null,
  declines: new Map(),
  acceptance: null,
  makesEventSecret: false,
  liveField: liveKey,
  open: async ({ config, database }) => {
    const { openSandbox } = await import('./ports.js');
    return openSandbox(database, config.publicUrl);
  },
};

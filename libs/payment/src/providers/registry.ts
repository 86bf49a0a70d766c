import type { ConnectableProvider } from '@tollgate/contracts';
import { adyen } from './adyen/index.js';
import type { ProviderDeclaration } from './declaration.js';
import { gocardless } from './gocardless/index.js';
import { sandbox } from './sandbox/index.js';
import { stripe } from './stripe/index.js';

/** The providers. It has one for each name that the interface publishes, or it does not compile. */
export const paymentProviders: Readonly<Record<ConnectableProvider, ProviderDeclaration>> = {
  sandbox,
  stripe,
  gocardless,
  adyen,
};

/** The declaration of a provider by a name from outside; undefined for an unknown one. */
export const declaredProvider = (name: string): ProviderDeclaration | undefined =>
  new Map<string, ProviderDeclaration>(Object.entries(paymentProviders)).get(name);

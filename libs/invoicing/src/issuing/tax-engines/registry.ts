import type { TaxProviderName } from '@tollgate/contracts';
import { anrok } from './anrok.engine.js';
import { avalara } from './avalara.engine.js';
import type { TaxEngineDeclaration } from './engine-declaration.js';

/** The tax engines. It has one for each name that the interface publishes, or it does not compile. */
export const taxEngines: Readonly<Record<TaxProviderName, TaxEngineDeclaration>> = { anrok, avalara };

import type { FieldText } from '../http/texts.js';
import { sandbox } from './sandbox.js';

/** The text of fields that name a kind of payment provider. */
export const providerKind: FieldText = ['Kind of the payment provider', sandbox.name];

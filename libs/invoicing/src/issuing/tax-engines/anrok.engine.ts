import { anrokNegation, anrokRefusal, anrokTransaction, anrokVoid, readAnrokAnswer } from './anrok.rules.js';
import type { TaxEngineDeclaration } from './engine-declaration.js';

/** Anrok (webhooks, section 19). It has no call that checks keys, and computes the tax of a return itself. */
export const anrok: TaxEngineDeclaration = {
  name: 'anrok',
  baseUrlOf: ({ anrokUrl }) => anrokUrl,
  credentialsOf: ({ secret }) => ({ authorization: `Bearer ${secret}` }),
  transaction: (_connection, document, today) => anrokTransaction(document, today),
  readAnswer: readAnrokAnswer,
  takesLineTaxes: false,
  void: (_connection, { bookedAs }) => anrokVoid(bookedAs),
  reversal: (_connection, { bookedAs }) => anrokNegation(bookedAs),
  check: null,
  refusalOf: anrokRefusal,
  codes: {
    passing: new Set(['externalServiceError']),
    gone: new Set(['transactionIdNotFound', 'duplicateTransactionId']),
    locked: 'transactionFrozenForFiling',
  },
};

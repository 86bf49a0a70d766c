import type { Failure } from '../../model/errors/failure.rules.js';
import type { EngineRefusal } from '../tax-engines/tax-engine.js';

/** Why an engine refused to tax an invoice, as answers show it (webhooks, section 19). */
export const taxFailure = ({ code, message }: Pick<EngineRefusal, 'code' | 'message'>): Failure => ({
  code: 'tax_error',
  message: code,
  details: { tax_error: code, ...(message && message !== code ? { tax_error_message: message } : {}) },
  permanent: true,
});

/** Why an engine refused to void an invoice. */
export const voidingFailure = ({ code, message }: Pick<EngineRefusal, 'code' | 'message'>): Failure => ({
  code: 'tax_voiding_error',
  message: code,
  details: { tax_voiding_error: code, ...(message && message !== code ? { tax_voiding_error_message: message } : {}) },
  permanent: true,
});

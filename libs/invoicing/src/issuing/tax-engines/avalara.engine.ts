import {
  avalaraPing,
  avalaraRefund,
  avalaraRefusal,
  avalaraTransaction,
  avalaraVoid,
  readAvalaraAnswer,
} from './avalara.rules.js';
import type { TaxEngineDeclaration } from './engine-declaration.js';
import type { TaxConnection } from './tax-engine.js';

/** AvaTax expects the identity of its clients: name, version, adapter, its version, machine. */
const client = 'Tollgate; 1.0; REST; v2; tollgate';

/** AvaTax of Avalara (webhooks, section 19). It refunds sales only. */
export const avalara: TaxEngineDeclaration = {
  name: 'avalara',
  baseUrlOf: ({ avalaraUrl, avalaraSandboxUrl }, { sandbox }) => (sandbox ? avalaraSandboxUrl : avalaraUrl),
  credentialsOf: ({ accountId, secret }) => ({
    authorization: `Basic ${Buffer.from(`${accountId ?? ''}:${secret}`).toString('base64')}`,
    'x-avalara-client': client,
  }),
  transaction: (connection, document) => avalaraTransaction(document, companyOf(connection)),
  readAnswer: readAvalaraAnswer,
  takesLineTaxes: true,
  void: (connection, { bookedAs, kind }) => avalaraVoid(companyOf(connection), bookedAs, kind),
  reversal: (connection, { bookedAs, kind }, today) =>
    kind === 'return' ? null : avalaraRefund(companyOf(connection), bookedAs, today),
  check: { call: avalaraPing, accepts: (body) => (body as { authenticated?: unknown } | null)?.authenticated === true },
  refusalOf: avalaraRefusal,
  codes: {
    passing: new Set(['ServerUnreachable', 'TimeoutRequested', 'RemoteServerError', 'ServiceNotReady']),
    gone: new Set(['TransactionAlreadyCancelled', 'EntityNotFoundError', 'TransactionAlreadyExists', 'DuplicateEntry']),
    locked: 'CannotModifyLockedTransaction',
  },
};

function companyOf({ id, companyCode }: TaxConnection): string {
  if (companyCode === null) throw new Error(`the connection ${id} has no company`);
  return companyCode;
}

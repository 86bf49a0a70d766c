import type { AccountingProvider, AccountingSync } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import type { AccountingProviderRow } from '../../model/accounting/accounting-providers.repository.js';
import type { AccountingSyncRow } from '../../model/accounting/accounting-syncs.repository.js';

export const presentProvider = (row: AccountingProviderRow): AccountingProvider => ({
  svc_id: row.id,
  provider: row.provider,
  code: row.code,
  name: row.name,
  client_id: row.client_id,
  tenant_id: row.tenant_id,
  sync_invoices: row.sync_invoices,
  sync_credit_notes: row.sync_credit_notes,
  sync_payments: row.sync_payments,
  mappings: row.mappings,
  created_at: isoSeconds(row.created_at),
});

export const presentSync = (row: AccountingSyncRow): AccountingSync => ({
  svc_id: row.id,
  document_type: row.document_type,
  svc_document_id: row.document_id,
  svc_customer_id: row.customer_id,
  external_id: row.external_id,
  status: row.status,
  attempts: row.attempts,
  provider_error: row.error_code === null ? null : { error_code: row.error_code, message: row.error_message ?? '' },
  created_at: isoSeconds(row.created_at),
  updated_at: isoSeconds(row.updated_at),
});

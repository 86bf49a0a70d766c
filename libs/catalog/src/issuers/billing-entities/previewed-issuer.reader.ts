import { BillingEntityUpdate, type BillingEntity, type RawInput } from '@tollgate/contracts';
import { NotFound, type TenantTransaction, readRawInput } from '@tollgate/platform';
import { readLogoImage } from '../logos/logo-image.js';
import { renderedLogosOf } from '../logos/logos.repository.js';
import {
  billingEntityByCode,
  defaultBillingEntityId,
  type BillingEntityRow,
} from '../repositories/billing-entities.repository.js';
import { presentBillingEntity } from './billing-entity.presenter.js';
import { assertLawful, columnsOf, einvoicingColumn } from './billing-entity.rules.js';
import { legalMentionsColumn } from './legal-mentions.rules.js';
import { portalSettingsColumn } from './portal-settings.rules.js';

/** An issuer as a change would make it, with its logo for documents (PNG). */
export interface PreviewedIssuer {
  issuer: BillingEntity;
  logo: Buffer | null;
}

/** Columns that are written as JSON text. */
const asText = ['email_settings', 'einvoicing_settings', 'legal_mentions', 'portal_settings'] as const;

/**
 * An issuer as a change would make it; nothing is stored. The rules are those of the change.
 * @throws NotFound, ValidationFailed; TooManyRequests while many logos are read
 */
export async function readPreviewedIssuer(
  transaction: TenantTransaction,
  code: string,
  raw: RawInput,
): Promise<PreviewedIssuer> {
  const row = await billingEntityByCode(transaction, code);
  if (!row) throw new NotFound('billing_entity');
  const input = readRawInput(BillingEntityUpdate, raw);
  const columns = {
    ...columnsOf(input),
    ...einvoicingColumn(input.einvoicing_settings, row.einvoicing_settings),
    ...legalMentionsColumn(input.legal_mentions, row.legal_mentions),
    ...portalSettingsColumn(input.portal_settings, row.portal_settings),
    ...(input.name ? { name: input.name } : {}),
  };
  const changed = { ...row, ...readable(columns) };
  assertLawful(changed, row);
  return {
    issuer: presentBillingEntity(changed, await defaultBillingEntityId(transaction)),
    logo: await logoOf(transaction, row, input.logo),
  };
}

/** Written columns as a row has them. */
function readable(columns: Record<string, unknown>): Partial<BillingEntityRow> {
  const texts = asText.flatMap((column) => {
    const text = columns[column];
    return typeof text === 'string' ? [[column, JSON.parse(text) as unknown] as const] : [];
  });
  return { ...columns, ...Object.fromEntries(texts) };
}

async function logoOf(
  transaction: TenantTransaction,
  { id }: BillingEntityRow,
  uri: string | null | undefined,
): Promise<Buffer | null> {
  if (uri === null) return null;
  if (uri !== undefined) return (await readLogoImage(uri)).printed;
  return (await renderedLogosOf(transaction, [id])).get(id)?.printed ?? null;
}

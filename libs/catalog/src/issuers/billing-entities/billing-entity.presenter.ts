import { noIssuerEinvoicing, type BillingEntity, type SingleBillingEntity } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import {
  anyBillingEntityByCode,
  defaultBillingEntityId,
  type BillingEntityRow,
} from '../repositories/billing-entities.repository.js';
import { presentSections } from '../invoice-custom-sections/invoice-custom-section.presenter.js';
import { sectionsOfBillingEntity } from '../invoice-custom-sections/invoice-custom-sections.repository.js';
import { taxesOfBillingEntities } from '../taxes/applied-taxes.js';
import { presentTax } from '../taxes/tax.presenter.js';
import { taxApplications } from '../taxes/taxes.repository.js';
import { presentLegalMentions } from './legal-mentions.rules.js';
import { presentPortalSettings } from './portal-settings.rules.js';

/** An issuer as lists show it. @param defaultId id of the organization's default issuer */
export const presentBillingEntity = (row: BillingEntityRow, defaultId: string | null): BillingEntity => ({
  svc_id: row.id,
  code: row.code,
  name: row.name,
  is_default: row.id === defaultId,
  default_currency: row.default_currency,
  timezone: row.timezone,
  document_numbering: row.document_numbering,
  document_number_prefix: row.document_number_prefix,
  document_locale: row.document_locale,
  finalize_zero_amount_invoice: row.finalize_zero_amount_invoice,
  invoice_grace_period: row.invoice_grace_period,
  net_payment_term: row.net_payment_term,
  invoice_footer: row.invoice_footer,
  invoice_footer_translations: row.invoice_footer_translations,
  subscription_invoice_issuing_date_anchor:
    row.subscription_invoice_issuing_date_anchor as BillingEntity['subscription_invoice_issuing_date_anchor'],
  subscription_invoice_issuing_date_adjustment:
    row.subscription_invoice_issuing_date_adjustment as BillingEntity['subscription_invoice_issuing_date_adjustment'],
  address_line1: row.address_line1,
  address_line2: row.address_line2,
  city: row.city,
  state: row.state,
  zipcode: row.zipcode,
  country: row.country,
  email: row.email,
  phone: row.phone,
  legal_name: row.legal_name,
  legal_number: row.legal_number,
  tax_identification_number: row.tax_identification_number,
  email_settings: row.email_settings as BillingEntity['email_settings'],
  eu_tax_management: row.eu_tax_management,
  einvoicing: row.einvoicing,
  bank_account_holder: row.bank_account_holder,
  bank_account_iban: row.bank_account_iban,
  bank_account_bic: row.bank_account_bic,
  payment_terms: row.payment_terms,
  payment_terms_translations: row.payment_terms_translations,
  email_text: row.email_text,
  email_text_translations: row.email_text_translations,
  document_paper: row.document_paper as BillingEntity['document_paper'],
  document_accent_color: row.document_accent_color,
  einvoicing_settings: { ...noIssuerEinvoicing, ...row.einvoicing_settings },
  statement_schedule: row.statement_schedule,
  legal_mentions: presentLegalMentions(row.legal_mentions),
  portal_settings: presentPortalSettings(row.portal_settings),
  logo_url: row.logo_url,
  created_at: isoSeconds(row.created_at),
  updated_at: isoSeconds(row.updated_at),
});

/** An issuer in its own answers. */
export async function presentSingleBillingEntity(
  transaction: TenantTransaction,
  row: BillingEntityRow,
): Promise<SingleBillingEntity> {
  const taxes = (await taxesOfBillingEntities(transaction, [row.id])).get(row.id) ?? [];
  const applications = await taxApplications(
    transaction,
    taxes.map(({ id }) => id),
  );
  return {
    ...presentBillingEntity(row, await defaultBillingEntityId(transaction)),
    taxes: taxes.map((tax) => presentTax(tax, applications)),
    selected_invoice_custom_sections: await presentSections(
      transaction,
      await sectionsOfBillingEntity(transaction, row.id),
    ),
  };
}

/** An issuer by its code, as answers show it, archived ones too. */
export async function readBillingEntityResource(transaction: TenantTransaction, code: string): Promise<BillingEntity> {
  return presentBillingEntity(
    await anyBillingEntityByCode(transaction, code),
    await defaultBillingEntityId(transaction),
  );
}

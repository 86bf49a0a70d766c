import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { invoiceSectionPicker, taxPicker } from '../../acts/pickers.js';
import { partsOf } from '../../acts/several-field.js';
import { Copyable, Nothing } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { issuerSections, numberingOf } from '../settings/issuer/sections.js';
import type { Change, EntitySection } from './entity.js';
import { portalSections } from './portal-sections.js';

const name: EntitySection = {
  title: msg`Name`,
  edit: msg`Edit the name`,
  factsOf: (entity) => [
    [msg`Name`, entity.name],
    [msg`Telephone`, entity.phone ?? <Nothing />],
    [msg`Default`, <YesNo value={entity.is_default} />],
  ],
  fieldsOf: (entity) => [
    { kind: 'text', name: 'name', label: msg`Name`, initial: entity.name },
    { kind: 'text', name: 'phone', label: msg`Telephone`, initial: entity.phone ?? '', isOptional: true },
  ],
  changeOf: (values) => ({ name: values['name'] ?? '', phone: values['phone'] || null }),
};

const taxes: EntitySection = {
  title: msg`Taxes`,
  edit: msg`Edit the taxes`,
  effect: () => (
    <Trans>Customers without taxes of their own have these, from their drafts on. Finalized invoices stay.</Trans>
  ),
  factsOf: (entity) => [
    [msg`Taxes`, entity.taxes.map((tax) => tax.name).join(', ') || <Nothing />],
    [msg`EU rules choose the tax`, <YesNo value={entity.eu_tax_management} />],
  ],
  fieldsOf: (entity) => [
    {
      kind: 'several',
      name: 'tax_codes',
      label: msg`Taxes`,
      picker: taxPicker,
      initial: entity.taxes.map(({ code }) => code).join(','),
      isOptional: true,
    },
    {
      kind: 'check',
      name: 'eu_tax_management',
      label: msg`EU rules choose the tax by the customer's country and tax number`,
      initial: entity.eu_tax_management ? 'true' : '',
    },
  ],
  changeOf: ({ tax_codes: codes, eu_tax_management: isByRules }) => ({
    tax_codes: partsOf(codes),
    eu_tax_management: isByRules === 'true',
  }),
};

const texts: EntitySection = {
  title: msg`Invoice sections`,
  edit: msg`Choose the invoice sections`,
  effect: () => <Trans>Later invoices of customers without sections of their own show these.</Trans>,
  factsOf: ({ selected_invoice_custom_sections: sections }) => [
    [msg`Sections`, sections.map((section) => section.name).join(', ') || <Nothing />],
  ],
  fieldsOf: ({ selected_invoice_custom_sections: sections }) => [
    {
      kind: 'several',
      name: 'invoice_custom_section_codes',
      label: msg`Sections`,
      picker: invoiceSectionPicker,
      initial: sections.map(({ code }) => code).join(','),
      isOptional: true,
    },
  ],
  changeOf: ({ invoice_custom_section_codes: codes }) => ({ invoice_custom_section_codes: partsOf(codes) }),
};

const bank: EntitySection = {
  title: msg`Bank account`,
  edit: msg`Edit the bank account`,
  effect: () => <Trans>Invoices show the account, with a code for banking apps where one is usual.</Trans>,
  factsOf: (entity) => [
    [msg`Holder`, entity.bank_account_holder ?? <Nothing />],
    [msg`IBAN`, <Copyable value={entity.bank_account_iban} />],
    [msg`BIC`, <Copyable value={entity.bank_account_bic} />],
  ],
  fieldsOf: (entity) => [
    {
      kind: 'text',
      name: 'bank_account_holder',
      label: msg`Holder`,
      initial: entity.bank_account_holder ?? '',
      isOptional: true,
    },
    {
      kind: 'text',
      name: 'bank_account_iban',
      label: msg`IBAN`,
      initial: entity.bank_account_iban ?? '',
      isOptional: true,
    },
    {
      kind: 'text',
      name: 'bank_account_bic',
      label: msg`BIC`,
      initial: entity.bank_account_bic ?? '',
      isOptional: true,
    },
  ],
  changeOf: (values) => ({
    bank_account_holder: values['bank_account_holder'] || null,
    bank_account_iban: values['bank_account_iban'] || null,
    bank_account_bic: values['bank_account_bic'] || null,
  }),
};

const anchors = [
  { value: 'next_period_start', label: msg`The first day of the next period` },
  { value: 'current_period_end', label: msg`The last day of the period` },
];
const adjustments = [
  { value: 'align_with_finalization_date', label: msg`Moves to the day on which the invoice is finalized` },
  { value: 'keep_anchor', label: msg`Stays` },
];
const statements = [
  { value: 'off', label: msg`None` },
  { value: 'monthly', label: msg`Monthly` },
  { value: 'quarterly', label: msg`Quarterly` },
];

/** The text of the chosen option. */
function Chosen({
  options,
  value,
}: {
  options: readonly { value: string; label: MessageDescriptor }[];
  value: string;
}) {
  const { t } = useLingui();
  const text = options.find((option) => option.value === value)?.label;
  return text ? t(text) : value;
}

const documents: EntitySection = {
  title: msg`Dates and form of documents`,
  edit: msg`Edit dates and form`,
  factsOf: (entity) => [
    [msg`Paper`, entity.document_paper],
    [msg`Colour`, entity.document_accent_color ?? <Nothing />],
    [msg`Statements of account`, <Chosen options={statements} value={entity.statement_schedule} />],
    [
      msg`Date of a period's invoice`,
      <Chosen options={anchors} value={entity.subscription_invoice_issuing_date_anchor} />,
    ],
    [
      msg`That date, after days as a draft`,
      <Chosen options={adjustments} value={entity.subscription_invoice_issuing_date_adjustment} />,
    ],
  ],
  fieldsOf: (entity) => [
    {
      kind: 'choice',
      name: 'document_paper',
      label: msg`Paper`,
      options: ['A4', 'Letter'].map((value) => ({ value, label: value })),
      initial: entity.document_paper,
    },
    {
      kind: 'text',
      name: 'document_accent_color',
      label: msg`Colour`,
      hint: msg`Such as #1f4e79`,
      initial: entity.document_accent_color ?? '',
      isOptional: true,
    },
    {
      kind: 'choice',
      name: 'statement_schedule',
      label: msg`Statements of account`,
      options: statements,
      initial: entity.statement_schedule,
    },
    {
      kind: 'choice',
      name: 'subscription_invoice_issuing_date_anchor',
      label: msg`Date of a period's invoice`,
      options: anchors,
      initial: entity.subscription_invoice_issuing_date_anchor,
    },
    {
      kind: 'choice',
      name: 'subscription_invoice_issuing_date_adjustment',
      label: msg`That date, after days as a draft`,
      options: adjustments,
      initial: entity.subscription_invoice_issuing_date_adjustment,
    },
  ],
  changeOf: (values) => ({
    document_paper: values['document_paper'] as Change['document_paper'],
    document_accent_color: values['document_accent_color'] || null,
    statement_schedule: values['statement_schedule'] as Change['statement_schedule'],
    billing_configuration: {
      subscription_invoice_issuing_date_anchor: values[
        'subscription_invoice_issuing_date_anchor'
      ] as 'next_period_start',
      subscription_invoice_issuing_date_adjustment: values[
        'subscription_invoice_issuing_date_adjustment'
      ] as 'keep_anchor',
    },
  }),
};

/** The sections of a billing entity, in the order of its page. */
export const entitySections: readonly EntitySection[] = [
  name,
  ...issuerSections,
  numberingOf('per_billing_entity', msg`Of all together`),
  taxes,
  texts,
  bank,
  documents,
  ...portalSections,
];

import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { components } from '../../../api/schema.js';
import { currencyField } from '../../../acts/currency-field.js';
import type { Field, Values } from '../../../acts/field.js';
import { Copyable, Nothing, Units } from '../../../ui/values.js';
import { YesNo } from '../../../ui/yes-no.js';
import type { SettingsSection } from './section.js';

type Entity = components['schemas']['SingleBillingEntity'];
type OrganizationChange = components['schemas']['OrganizationUpdate'];
/** Settings that an organization and a billing entity have under one name. */
export type IssuerChange = Omit<OrganizationChange, 'document_numbering'>;
type Shared =
  | 'legal_name'
  | 'legal_number'
  | 'tax_identification_number'
  | 'email'
  | 'address_line1'
  | 'address_line2'
  | 'zipcode'
  | 'city'
  | 'state'
  | 'country'
  | 'default_currency'
  | 'timezone'
  | 'net_payment_term'
  | 'finalize_zero_amount_invoice'
  | 'document_number_prefix'
  | 'invoice_grace_period'
  | 'document_locale';
/** The settings that the sections read. */
export type Issuer = { [Name in Shared]: Entity[Name] } & { document_numbering: string; email_settings: string[] };

type IssuerSection = SettingsSection<Issuer, IssuerChange>;

/** Texts by their names, which an empty field removes. */
const textsOf = (values: Values, names: readonly string[]): IssuerChange =>
  Object.fromEntries(names.map((name) => [name, values[name] ? values[name] : null])) as IssuerChange;

const textSection = (
  title: MessageDescriptor,
  edit: MessageDescriptor,
  texts: readonly (readonly [keyof Issuer & string, MessageDescriptor, MessageDescriptor?])[],
): IssuerSection => ({
  title,
  edit,
  factsOf: (issuer) => texts.map(([name, label]) => [label, String(issuer[name] ?? '') || <Nothing />]),
  fieldsOf: (issuer) =>
    texts.map(([name, label, hint]): Field => ({
      kind: name === 'email' ? 'email' : 'text',
      name,
      label,
      initial: String(issuer[name] ?? ''),
      isOptional: true,
      ...(hint ? { hint } : {}),
    })),
  changeOf: (values) =>
    textsOf(
      values,
      texts.map(([name]) => name),
    ),
});

/** The languages of documents, as the interface names them. */
const languages: readonly { value: string; label: string }[] = [
  ['en', 'English'],
  ['en-GB', 'English (United Kingdom)'],
  ['de', 'Deutsch'],
  ['de-AT', 'Deutsch (Österreich)'],
  ['de-CH', 'Deutsch (Schweiz)'],
  ['fr', 'Français'],
  ['fr-CH', 'Français (Suisse)'],
  ['es', 'Español'],
  ['it', 'Italiano'],
  ['nb', 'Norsk bokmål'],
  ['sv', 'Svenska'],
  ['nl', 'Nederlands'],
  ['pl', 'Polski'],
  ['ja', '日本語'],
  ['pt-BR', 'Português (Brasil)'],
  ['zh-TW', '繁體中文'],
].map(([value = '', label = '']) => ({ value, label }));

const legal = textSection(msg`Legal data`, msg`Edit the legal data`, [
  ['legal_name', msg`Legal name`],
  ['legal_number', msg`Registration number`],
  ['tax_identification_number', msg`Tax number`],
  ['email', msg`E-mail`, msg`Answers of customers go to it. Several are separated by commas`],
]);

const address = textSection(msg`Address`, msg`Edit the address`, [
  ['address_line1', msg`First line`],
  ['address_line2', msg`Second line`],
  ['zipcode', msg`Postal code`],
  ['city', msg`City`],
  ['state', msg`State or region`],
  ['country', msg`Country`, msg`Two letters, such as FR`],
]);

const days: IssuerSection = {
  title: msg`Currency and days`,
  edit: msg`Edit currency and days`,
  effect: () => (
    <Trans>Customers without a time zone of their own have this one: their days begin at its midnight.</Trans>
  ),
  factsOf: ({ default_currency: currency, timezone }) => [
    [msg`Currency`, currency],
    [msg`Time zone`, timezone],
  ],
  fieldsOf: ({ default_currency: currency, timezone }) => [
    currencyField('default_currency', currency),
    { kind: 'text', name: 'timezone', label: msg`Time zone`, hint: msg`Such as Europe/Paris`, initial: timezone },
  ],
  changeOf: ({ default_currency: currency = '', timezone }) => ({
    default_currency: currency.toUpperCase() as IssuerChange['default_currency'],
    timezone: timezone as IssuerChange['timezone'],
  }),
};

const invoices: IssuerSection = {
  title: msg`Invoices`,
  edit: msg`Edit the terms of invoices`,
  effect: () => <Trans>Drafts and later invoices have the new terms. Finalized invoices stay as they are.</Trans>,
  factsOf: (issuer) => [
    [msg`Days until payment is due`, <Units value={issuer.net_payment_term} />],
    [msg`Days as a draft`, <Units value={issuer.invoice_grace_period} />],
    [msg`Invoices without an amount are issued`, <YesNo value={issuer.finalize_zero_amount_invoice} />],
    [msg`Language of documents`, languages.find(({ value }) => value === issuer.document_locale)?.label],
  ],
  fieldsOf: (issuer) => [
    {
      kind: 'decimal',
      name: 'net_payment_term',
      label: msg`Days until payment is due`,
      hint: msg`Counted from the issuing date; 0 is at once`,
      initial: String(issuer.net_payment_term),
    },
    {
      kind: 'decimal',
      name: 'invoice_grace_period',
      label: msg`Days as a draft`,
      hint: msg`An invoice can change so long before it is issued; 0 issues it at once`,
      initial: String(issuer.invoice_grace_period),
    },
    {
      kind: 'choice',
      name: 'document_locale',
      label: msg`Language of documents`,
      options: languages,
      initial: issuer.document_locale,
    },
    {
      kind: 'check',
      name: 'finalize_zero_amount_invoice',
      label: msg`Issue invoices without an amount, too`,
      initial: issuer.finalize_zero_amount_invoice ? 'true' : '',
    },
  ],
  changeOf: (values) => ({
    net_payment_term: Number(values['net_payment_term']),
    finalize_zero_amount_invoice: values['finalize_zero_amount_invoice'] === 'true',
    billing_configuration: {
      invoice_grace_period: Number(values['invoice_grace_period']),
      document_locale: values['document_locale'] as 'en',
    },
  }),
};

const mails = [
  ['invoice.finalized', msg`Invoices`],
  ['credit_note.created', msg`Credit notes`],
  ['payment_receipt.created', msg`Payment receipts`],
] as const;

const emails: IssuerSection = {
  title: msg`E-mails`,
  edit: msg`Edit the e-mails`,
  effect: () => <Trans>Customers with an e-mail address get these documents when they are issued.</Trans>,
  factsOf: ({ email_settings: sent }) => mails.map(([type, label]) => [label, <YesNo value={sent.includes(type)} />]),
  fieldsOf: ({ email_settings: sent }) =>
    mails.map(([name, label]): Field => ({
      kind: 'check',
      name,
      label,
      initial: sent.includes(name) ? 'true' : '',
    })),
  changeOf: (values) => ({
    email_settings: mails.flatMap(([type]) => (values[type] === 'true' ? [type] : [])),
  }),
};

/** The sections that an organization and its billing entities share. Numbering differs: `numberingOf`. */
export const issuerSections: readonly IssuerSection[] = [legal, address, days, invoices, emails];

/** How documents are numbered. @param shared the name of numbers that all customers share */
export const numberingOf = <Scope extends string>(
  shared: Scope,
  label: MessageDescriptor,
): SettingsSection<Issuer, { document_numbering: Scope | 'per_customer'; document_number_prefix: string }> => {
  const options = [
    { value: 'per_customer', label: msg`Of each customer` },
    { value: shared, label },
  ];
  return {
    title: msg`Numbers of documents`,
    edit: msg`Edit the numbering`,
    effect: () => <Trans>Issued documents keep their numbers. The next one has the new form.</Trans>,
    factsOf: ({ document_numbering: numbering, document_number_prefix: prefix }) => [
      [msg`Prefix`, <Copyable value={prefix} />],
      [
        msg`Numbers run`,
        numbering === 'per_customer' ? <Trans>Of each customer</Trans> : <Trans>Of all together</Trans>,
      ],
    ],
    fieldsOf: ({ document_numbering: numbering, document_number_prefix: prefix }) => [
      {
        kind: 'text',
        name: 'document_number_prefix',
        label: msg`Prefix`,
        hint: msg`10 characters at most`,
        initial: prefix,
      },
      { kind: 'choice', name: 'document_numbering', label: msg`Numbers run`, options, initial: numbering },
    ],
    changeOf: ({ document_number_prefix: prefix = '', document_numbering: numbering }) => ({
      document_number_prefix: prefix,
      document_numbering: numbering as Scope | 'per_customer',
    }),
  };
};

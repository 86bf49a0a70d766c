import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { InvoiceSection } from '../../api/records.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';

const fieldsOf = (section: Partial<InvoiceSection>): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, hint: msg`For you alone`, initial: section.name ?? '' },
  ...(section.code === undefined ? ([{ kind: 'code', name: 'code', label: msg`Code`, from: 'name' }] as const) : []),
  {
    kind: 'text',
    name: 'display_name',
    label: msg`Title on the invoice`,
    initial: section.display_name ?? '',
    isOptional: true,
  },
  { kind: 'long', name: 'details', label: msg`Text on the invoice`, initial: section.details ?? '', isOptional: true },
  { kind: 'text', name: 'description', label: msg`Description`, initial: section.description ?? '', isOptional: true },
];

const sectionOf = ({ name = '', display_name: title, details, description }: Values) => ({
  name,
  display_name: title || null,
  details: details || null,
  description: description || null,
});

/** Creates a section of invoices. */
export const createInvoiceSection: Creation = {
  isCreation: true,
  call: 'POST /invoice_custom_sections',
  permission: 'invoice_custom_sections:create',
  label: msg`Create an invoice section`,
  Summary: () => <Trans>A billing entity or a customer that chooses the section shows it on later invoices.</Trans>,
  fieldsOf: () => fieldsOf({}),
  send: async ({ headers }, _, values) => {
    const body = { invoice_custom_section: { ...sectionOf(values), code: values['code'] ?? '' } };
    const { invoice_custom_section: created } = await answerOf(api.POST('/invoice_custom_sections', { headers, body }));
    return { goTo: { kind: 'invoiceSection', id: created.code } };
  },
  done: msg`The section is created.`,
};

const edit: Act<InvoiceSection> = {
  call: 'PUT /invoice_custom_sections/{code}',
  permission: 'invoice_custom_sections:update',
  label: msg`Edit the section`,
  Summary: () => <Trans>Drafts and later invoices have the new text. Finalized invoices stay as they are.</Trans>,
  fieldsOf,
  send: async ({ headers }, { code }, values) => {
    const body = { invoice_custom_section: sectionOf(values) };
    await answerOf(api.PUT('/invoice_custom_sections/{code}', { headers, params: { path: { code } }, body }));
  },
  done: msg`The section is changed.`,
};

const remove: Act<InvoiceSection> = {
  call: 'DELETE /invoice_custom_sections/{code}',
  permission: 'invoice_custom_sections:delete',
  label: msg`Delete the section`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>
      Billing entities and customers that show {record.name} lose it with their next invoice. Finalized invoices stay.
    </Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/invoice_custom_sections/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The section is deleted.`,
};

/** The acts of a section of invoices. */
export const invoiceSectionActs: readonly Act<InvoiceSection>[] = [edit, remove];

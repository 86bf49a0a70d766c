import { Fieldset, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, Refusal } from '../api/client.js';
import { Field, Form, type Values } from '../frame/forms.js';
import { customerQuery, portal, type Customer, type CustomerChange, type PortalField } from './calls.js';
import { Section } from './parts.js';

/** Languages of documents, by their own names. */
const documentLanguages = {
  en: 'English',
  'en-GB': 'English (United Kingdom)',
  fr: 'Français',
  'fr-CH': 'Français (Suisse)',
  de: 'Deutsch',
  'de-AT': 'Deutsch (Österreich)',
  'de-CH': 'Deutsch (Schweiz)',
  es: 'Español',
  it: 'Italiano',
  ja: '日本語',
  nb: 'Norsk bokmål',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  sv: 'Svenska',
  'zh-TW': '繁體中文',
} as const;

const addressFields = ['address_line1', 'address_line2', 'zipcode', 'city', 'state', 'country'] as const;
const textFields = [
  'name',
  'legal_name',
  'firstname',
  'lastname',
  'email',
  'tax_identification_number',
  ...addressFields,
] as const;
const shippingPrefix = 'shipping_';

/** The setting that covers a field: one for all lines of the address. */
const fieldOf = (field: (typeof textFields)[number]): PortalField =>
  (addressFields as readonly string[]).includes(field) ? 'address' : (field as PortalField);

const orNull = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);

/** The body of a change: all fields of the form. The service ignores those that customers may not change. */
function changeOf(values: Values): CustomerChange {
  const text = Object.fromEntries(textFields.map((field) => [field, orNull(values[field])]));
  const shipping = addressFields.map((field) => [field, orNull(values[`${shippingPrefix}${field}`])] as const);
  return {
    ...text,
    customer_type: orNull(values['customer_type']),
    document_locale: orNull(values['document_locale']),
    shipping_address: Object.fromEntries(shipping),
  } as CustomerChange;
}

/** The customer's own data. */
export function Profile({ customer, editable }: { customer: Customer; editable: readonly PortalField[] }) {
  const isFixed = (field: PortalField) => !editable.includes(field);
  const { t } = useLingui();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (values: Values) => answerOf(portal.PUT('/portal/customer', { body: { customer: changeOf(values) } })),
    onSuccess: () => queries.invalidateQueries(customerQuery),
  });
  const { error } = change;
  const labels: Record<(typeof textFields)[number], string> = {
    name: t`Name`,
    legal_name: t`Legal name`,
    firstname: t`First name`,
    lastname: t`Last name`,
    email: t`E-mail address`,
    tax_identification_number: t`Tax number`,
    address_line1: t`Address`,
    address_line2: t`Address, second line`,
    zipcode: t`Postal code`,
    city: t`City`,
    state: t`State`,
    country: t`Country (two letters)`,
  };
  const shippingNames = addressFields.map((field) => `${shippingPrefix}${field}`);
  return (
    <Section id="profile" title={<Trans>Your data</Trans>}>
      {/* The fields show what the service stored, such as a code in capitals. */}
      <Form
        key={JSON.stringify(customer)}
        fields={[...textFields, ...shippingNames, 'customer_type', 'document_locale']}
        button={editable.length === 0 ? undefined : t`Save`}
        error={error}
        isPending={change.isPending}
        onSend={(values) => change.mutate(values)}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <Choice
            name="customer_type"
            label={t`Kind`}
            value={customer.customer_type}
            options={{ company: t`Company`, individual: t`Individual` }}
            isFixed={isFixed('customer_type')}
            error={error}
          />
          <Choice
            name="document_locale"
            label={t`Language of documents`}
            value={customer.document_locale}
            options={documentLanguages}
            isFixed={isFixed('document_locale')}
            error={error}
          />
          {textFields.map((field) => (
            <Field
              key={field}
              name={field}
              label={labels[field]}
              required={false}
              defaultValue={customer[field] ?? ''}
              disabled={isFixed(fieldOf(field))}
              error={error}
            />
          ))}
        </SimpleGrid>
        <Fieldset legend={t`Shipping address`}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {addressFields.map((field) => (
              <Field
                key={field}
                name={`${shippingPrefix}${field}`}
                label={labels[field]}
                required={false}
                defaultValue={customer.shipping_address[field] ?? ''}
                disabled={isFixed('shipping_address')}
                error={error}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      </Form>
      <Text role="status">{change.isSuccess ? <Trans>Saved.</Trans> : null}</Text>
    </Section>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string | null;
  options: Readonly<Record<string, string>>;
  isFixed: boolean;
  error: unknown;
}

/** One of a fixed set, or none. */
function Choice({ name, label, value, options, isFixed, error }: ChoiceProps) {
  const isRefused = error instanceof Refusal && error.fields[name] !== undefined;
  return (
    <NativeSelect
      name={name}
      label={label}
      defaultValue={value ?? ''}
      disabled={isFixed}
      error={isRefused}
      data={[{ value: '', label: '–' }, ...Object.entries(options).map(([key, text]) => ({ value: key, label: text }))]}
    />
  );
}

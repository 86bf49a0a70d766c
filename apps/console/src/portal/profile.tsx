import { useState } from 'react';
import { Button, Group, NativeSelect, SimpleGrid, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, Refusal } from '../api/client.js';
import { Field, Form, type Values } from '../frame/forms.js';
import { Nothing } from '../ui/values.js';
import { customerQuery, portal, type Customer, type CustomerChange, type PortalField } from './calls.js';
import { countriesIn } from './countries.js';
import { documentLanguages } from './document-languages.js';
import { Section } from './parts.js';
import { TaxNumberState } from './tax-number-state.js';

const addressFields = ['address_line1', 'address_line2', 'zipcode', 'city', 'state', 'country'] as const;
const companyFields = [
  'customer_type',
  'name',
  'legal_name',
  'firstname',
  'lastname',
  'email',
  'tax_identification_number',
  'document_locale',
] as const;
type AddressField = (typeof addressFields)[number];
type CompanyField = (typeof companyFields)[number];
type Name = AddressField | CompanyField;

interface Part {
  id: 'company' | 'address' | 'shipping';
  fields: readonly Name[];
  valueOf(customer: Customer, field: Name): string | null;
  /** The setting that covers a field: one for all lines of an address. */
  settingOf(field: Name): PortalField;
  changeOf(values: Values): CustomerChange;
}

const orNull = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);
const changeIn = (fields: readonly Name[], values: Values) =>
  Object.fromEntries(fields.map((field) => [field, orNull(values[field])]));

const parts: readonly Part[] = [
  {
    id: 'company',
    fields: companyFields,
    valueOf: (customer, field) => customer[field],
    settingOf: (field) => field as PortalField,
    changeOf: (values) => changeIn(companyFields, values),
  },
  {
    id: 'address',
    fields: addressFields,
    valueOf: (customer, field) => customer[field],
    settingOf: () => 'address',
    changeOf: (values) => changeIn(addressFields, values),
  },
  {
    id: 'shipping',
    fields: addressFields,
    valueOf: (customer, field) => customer.shipping_address[field as AddressField] ?? null,
    settingOf: () => 'shipping_address',
    changeOf: (values) => ({ shipping_address: changeIn(addressFields, values) }),
  },
];

interface ProfileProps {
  customer: Customer;
  /** The fields that the customer may change. */
  editable: readonly PortalField[];
}

/** The customer's own data, which it reads first, and changes part by part. */
export const Profile = (props: ProfileProps) => (
  <Section id="profile" title={<Trans>Your data</Trans>}>
    {parts.map((part) => (
      <OnePart key={part.id} part={part} {...props} />
    ))}
  </Section>
);

function OnePart({ part, customer, editable }: ProfileProps & { part: Part }) {
  const { t } = useLingui();
  const [isEdited, setEdited] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const titles = { company: t`Name and contact`, address: t`Address`, shipping: t`Shipping address` };
  const title = titles[part.id];
  const mayEdit = part.fields.some((field) => editable.includes(part.settingOf(field)));
  return (
    <section className="part" aria-label={title}>
      <Group justify="space-between" gap="sm">
        <Title order={3} size="h5">
          {title}
        </Title>
        {mayEdit && !isEdited ? (
          <Button
            variant="default"
            size="xs"
            aria-label={t`Edit: ${title}`}
            onClick={() => {
              setSaved(false);
              setEdited(true);
            }}
          >
            <Trans>Edit</Trans>
          </Button>
        ) : null}
      </Group>
      {isEdited ? (
        <EditedPart
          part={part}
          customer={customer}
          editable={editable}
          onEnd={(saved) => {
            setSaved(saved);
            setEdited(false);
          }}
        />
      ) : (
        <Facts part={part} customer={customer} />
      )}
      <Text role="status">{isSaved ? <Trans>Saved.</Trans> : null}</Text>
    </section>
  );
}

function useLabels(): Record<Name, string> {
  const { t } = useLingui();
  return {
    customer_type: t`Kind`,
    name: t`Name`,
    legal_name: t`Legal name`,
    firstname: t`First name`,
    lastname: t`Last name`,
    email: t`E-mail address`,
    tax_identification_number: t`Tax number`,
    document_locale: t`Language of documents`,
    address_line1: t`Address`,
    address_line2: t`Address, second line`,
    zipcode: t`Postal code`,
    city: t`City`,
    state: t`State`,
    country: t`Country`,
  };
}

/** The options of the fields that have a fixed set of values. */
function useOptions(): Partial<Record<Name, readonly { value: string; label: string }[]>> {
  const { t, i18n } = useLingui();
  return {
    customer_type: [
      { value: 'company', label: t`Company` },
      { value: 'individual', label: t`Individual` },
    ],
    document_locale: Object.entries(documentLanguages).map(([value, label]) => ({ value, label })),
    country: countriesIn(i18n.locale),
  };
}

function Facts({ part, customer }: { part: Part; customer: Customer }) {
  const labels = useLabels();
  const options = useOptions();
  return (
    <dl className="facts">
      {part.fields.map((field) => {
        const value = part.valueOf(customer, field);
        const label = options[field]?.find((option) => option.value === value)?.label ?? value;
        return (
          <div key={field}>
            <dt>{labels[field]}</dt>
            <dd>
              {label === null || label === '' ? <Nothing /> : <bdi>{label}</bdi>}
              {field === 'tax_identification_number' ? <TaxNumberState check={customer.tax_number_check} /> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface EditProps extends ProfileProps {
  part: Part;
  onEnd(isSaved: boolean): void;
}

function EditedPart({ part, customer, editable, onEnd }: EditProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const labels = useLabels();
  const options = useOptions();
  const change = useMutation({
    mutationFn: (values: Values) =>
      answerOf(portal.PUT('/portal/customer', { body: { customer: part.changeOf(values) } })),
    onSuccess: async () => {
      await queries.invalidateQueries(customerQuery);
      onEnd(true);
    },
  });
  const { error } = change;
  return (
    <Form
      fields={part.fields}
      button={t`Save`}
      error={error}
      isPending={change.isPending}
      onSend={(values) => change.mutate(values)}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {part.fields.map((field) => {
          const common = {
            name: field,
            label: labels[field],
            defaultValue: part.valueOf(customer, field) ?? '',
            disabled: !editable.includes(part.settingOf(field)),
          };
          const choices = options[field];
          return choices ? (
            <NativeSelect
              key={field}
              {...common}
              error={error instanceof Refusal && error.fields[field] !== undefined}
              data={[{ value: '', label: '–' }, ...choices]}
            />
          ) : (
            <Field key={field} {...common} required={false} error={error} />
          );
        })}
      </SimpleGrid>
      <Group>
        <Button variant="default" onClick={() => onEnd(false)}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </Form>
  );
}

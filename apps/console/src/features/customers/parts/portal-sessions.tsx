import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Customer } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { actsColumn } from '../../../acts/acts-column.js';
import type { Field, Values } from '../../../acts/field.js';
import { languages } from '../../../frame/preferred-language.js';
import { instantColumn, stateColumn, textColumn, wide, type Column } from '../../../ui/columns.js';
import { Related } from '../../../ui/detail-page.js';
import { byId } from '../../../ui/record-keys.js';

type Schemas = components['schemas'];
type PortalSession = Schemas['PortalSession'];
type Input = NonNullable<Schemas['PortalSessionCreate']>;
type Section = PortalSession['sections'][number];

const sections: Record<Section, MessageDescriptor> = {
  invoices: msg`Invoices`,
  subscriptions: msg`Subscriptions`,
  wallets: msg`Wallets`,
  payment_methods: msg`Payment methods`,
  profile: msg`Data of the customer`,
};
const sectionNames = Object.keys(sections) as Section[];

const lengths = [
  { value: '3600', label: msg`An hour` },
  { value: '86400', label: msg`A day` },
  { value: '604800', label: msg`A week` },
  { value: '2592000', label: msg`30 days` },
];

const sectionFields = sectionNames.map((name, place): Field => ({
  kind: 'check',
  name,
  label: sections[name],
  initial: 'true',
  isOptional: true,
  // The call names the error of all sections together.
  ...(place === sectionNames.length - 1 ? { errorName: 'sections' } : {}),
}));

/** A session as its call takes it. All sections and an empty language are left to the service. */
export function sessionOf(values: Values): Input {
  const { expires_in: seconds, locale, return_url: wayBack } = values;
  const shown = sectionNames.filter((name) => values[name] === 'true');
  return {
    expires_in: Number(seconds),
    ...(shown.length === sectionNames.length ? {} : { sections: shown }),
    ...(locale ? { locale: locale as keyof typeof languages } : {}),
    ...(wayBack ? { return_url: wayBack } : {}),
  };
}

/** Makes an address of the portal for a customer. It is shown once (customers, section 3.1). */
export const openPortal: Act<Customer> = {
  call: 'POST /customers/{external_customer_id}/portal_sessions',
  permission: 'customers:update',
  handsOut: true,
  label: msg`Make an address of the portal`,
  Summary: ({ record }) => (
    <Trans>
      Everyone with the address sees and pays for <bdi>{record.name ?? record.external_id}</bdi>, until it expires or is
      revoked.
    </Trans>
  ),
  fieldsOf: () => [
    { kind: 'choice', name: 'expires_in', label: msg`Works for`, initial: '86400', options: lengths },
    ...sectionFields,
    {
      kind: 'choice',
      name: 'locale',
      label: msg`Language`,
      isOptional: true,
      options: [
        { value: '', label: msg`That of the customer, else of the browser` },
        ...Object.entries(languages).map(([value, label]) => ({ value, label })),
      ],
    },
    {
      kind: 'address',
      name: 'return_url',
      label: msg`Way back`,
      hint: msg`The portal has a link to this address`,
      isOptional: true,
    },
  ],
  send: async ({ headers }, { external_id: external_customer_id }, values) => {
    const params = { path: { external_customer_id } };
    const { portal_session: made } = await answerOf(
      api.POST('/customers/{external_customer_id}/portal_sessions', {
        headers,
        params,
        body: { portal_session: sessionOf(values) },
      }),
    );
    return { shows: { label: msg`Address of the portal`, value: made.url, isSecret: true } };
  },
  done: msg`The address is ready.`,
};

const refusals: Partial<Record<PortalSession['status'], MessageDescriptor>> = {
  expired: msg`The session has expired.`,
  revoked: msg`The session is revoked.`,
};

/** Closes the portal for those who have the address of a session. */
export const revokeSession: Act<PortalSession> = {
  call: 'DELETE /customers/{external_customer_id}/portal_sessions/{svc_id}',
  permission: 'customers:update',
  label: msg`Revoke the session`,
  isDanger: true,
  refusalOf: ({ status }) => refusals[status] ?? null,
  Summary: () => <Trans>Its address works no longer, and an open page closes within ten seconds.</Trans>,
  send: async ({ headers }, { external_customer_id, svc_id }) => {
    const params = { path: { external_customer_id, svc_id } };
    await answerOf(api.DELETE('/customers/{external_customer_id}/portal_sessions/{svc_id}', { headers, params }));
  },
  done: msg`The session is revoked.`,
};

function Sections({ shown }: { shown: readonly Section[] }) {
  const { t } = useLingui();
  if (shown.length === sectionNames.length) return t`All`;
  return shown.map((name) => t(sections[name])).join(', ');
}

const columns: readonly Column<PortalSession>[] = [
  stateColumn(msg`Status`, (row) => row.status),
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
  instantColumn(msg`Expires`, (row) => row.expires_at),
  { label: msg`Sections`, cell: (row) => <Sections shown={row.sections} />, csv: (row) => row.sections.join(' ') },
  wide(textColumn(msg`Language`, (row) => row.locale)),
  wide(textColumn(msg`Way back`, (row) => row.return_url)),
  actsColumn([revokeSession]),
];

/** The sessions of a customer in its portal, newest first. */
export const PortalSessions = ({ customer }: { customer: Customer }) => (
  <Related
    title={msg`Portal sessions`}
    permission="customers:view"
    call={{
      path: '/customers/{external_customer_id}/portal_sessions',
      values: { external_customer_id: customer.external_id },
    }}
    rowsOf={({ portal_sessions: all }) => all}
    columns={columns}
    keyOf={byId}
    empty={msg`No session. Make an address to show the portal to the customer.`}
    action={<Acts acts={[openPortal]} record={customer} />}
  />
);

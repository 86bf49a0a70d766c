import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Customer } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { actsColumn } from '../../../acts/acts-column.js';
import type { Field } from '../../../acts/field.js';
import { instantColumn, textColumn, wide, type Column } from '../../../ui/columns.js';
import { Related } from '../../../ui/detail-page.js';
import { portalRoleNames, portalRoleTexts, type PortalRole } from '../../../ui/portal-roles.js';
import { byId } from '../../../ui/record-keys.js';
import { YesNo } from '../../../ui/yes-no.js';

type PortalPerson = components['schemas']['PortalPerson'];

const roleField = (initial: PortalRole): Field => ({
  kind: 'choice',
  name: 'role',
  label: msg`Role`,
  initial,
  options: portalRoleNames.map((value) => ({ value, label: portalRoleTexts[value] })),
});

const receivesField = (isInitial: boolean): Field => ({
  kind: 'check',
  name: 'receives_documents',
  label: msg`Gets invoices and other documents by mail`,
  initial: isInitial ? 'true' : '',
});

/** Adds a person to the portal of a customer (customers, section 3.8). */
export const addPerson: Act<Customer> = {
  call: 'POST /customers/{external_customer_id}/portal_people',
  permission: 'customers:update',
  label: msg`Add a person to the portal`,
  Summary: () => <Trans>The person signs in with a code from a mail, if the billing entity allows that.</Trans>,
  fieldsOf: () => [
    { kind: 'email', name: 'email', label: msg`E-mail` },
    { kind: 'text', name: 'name', label: msg`Name`, isOptional: true },
    roleField('viewer'),
    receivesField(false),
  ],
  send: async (
    { headers },
    { external_id: external_customer_id },
    { email = '', name, role, receives_documents: receives },
  ) => {
    const params = { path: { external_customer_id } };
    const person = { email, role: role as PortalRole, receives_documents: receives === 'true' };
    const body = { portal_person: { ...person, ...(name ? { name } : {}) } };
    await answerOf(api.POST('/customers/{external_customer_id}/portal_people', { headers, params, body }));
  },
  done: msg`The person is added.`,
};

const pathOf = ({ external_customer_id, svc_id }: PortalPerson) => ({ path: { external_customer_id, svc_id } });

/** Changes the name and the role of a person. */
export const changePerson: Act<PortalPerson> = {
  call: 'PUT /customers/{external_customer_id}/portal_people/{svc_id}',
  permission: 'customers:update',
  label: msg`Change the person`,
  Summary: () => <Trans>A new role ends the open pages of the person.</Trans>,
  fieldsOf: ({ name, role, receives_documents: receives }) => [
    { kind: 'text', name: 'name', label: msg`Name`, initial: name ?? '', isOptional: true },
    roleField(role),
    receivesField(receives),
  ],
  send: async ({ headers }, person, { name = '', role, receives_documents: receives }) => {
    const body = { portal_person: { name, role: role as PortalRole, receives_documents: receives === 'true' } };
    const params = pathOf(person);
    await answerOf(api.PUT('/customers/{external_customer_id}/portal_people/{svc_id}', { headers, params, body }));
  },
  done: msg`The person is changed.`,
};

/** Removes a person from the portal. */
export const removePerson: Act<PortalPerson> = {
  call: 'DELETE /customers/{external_customer_id}/portal_people/{svc_id}',
  permission: 'customers:update',
  label: msg`Remove the person`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>{record.email} can no longer sign in, and open pages close within ten seconds.</Trans>
  ),
  send: async ({ headers }, person) => {
    const params = pathOf(person);
    await answerOf(api.DELETE('/customers/{external_customer_id}/portal_people/{svc_id}', { headers, params }));
  },
  done: msg`The person is removed.`,
};

function Role({ role }: { role: PortalRole }) {
  const { t } = useLingui();
  return t(portalRoleTexts[role]);
}

const columns: readonly Column<PortalPerson>[] = [
  textColumn(msg`E-mail`, (row) => row.email),
  wide(textColumn(msg`Name`, (row) => row.name)),
  { label: msg`Role`, cell: (row) => <Role role={row.role} />, csv: (row) => row.role },
  {
    label: msg`Documents`,
    cell: (row) => <YesNo value={row.receives_documents} />,
    csv: (row) => String(row.receives_documents),
  },
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
  actsColumn([changePerson, removePerson]),
];

/** The people of a customer in its portal. A customer has 100 at most. */
export const PortalPeople = ({ customer }: { customer: Customer }) => (
  <Related
    title={msg`People in the portal`}
    permission="customers:view"
    call={{
      path: '/customers/{external_customer_id}/portal_people',
      values: { external_customer_id: customer.external_id },
      query: { per_page: '100' },
    }}
    rowsOf={({ portal_people: all }) => all}
    columns={columns}
    keyOf={byId}
    empty={msg`No person. All who have an address of the portal have all rights.`}
    action={<Acts acts={[addPerson]} record={customer} />}
  />
);

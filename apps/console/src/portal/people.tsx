import { useState } from 'react';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { Field, Form } from '../frame/forms.js';
import { portalRoleNames, portalRoleTexts, type PortalRole } from '../ui/portal-roles.js';
import { peopleQuery, portal, readAgain, type Person } from './calls.js';
import { Empty, Read, Section } from './parts.js';

/** The people of the customer, who sign in with addresses of their own. @param ownId the person who reads this */
export function People({ ownId }: { ownId: string | null }) {
  return (
    <Section id="people" title={<Trans>People</Trans>}>
      <Text c="dimmed">
        <Trans>They sign in with their own e-mail address. A new role or a removal ends what they have open.</Trans>
      </Text>
      <Read of={useQuery(peopleQuery)}>
        {({ portal_people: people }) =>
          people.length === 0 ? (
            <Empty>
              <Trans>No person is invited yet.</Trans>
            </Empty>
          ) : (
            <Stack gap="sm">
              {people.map((person) => (
                <OnePerson key={person.svc_id} person={person} isReader={person.svc_id === ownId} />
              ))}
            </Stack>
          )
        }
      </Read>
      <Invite />
    </Section>
  );
}

function useRoles(): { value: PortalRole; label: string }[] {
  const { t } = useLingui();
  return portalRoleNames.map((value) => ({ value, label: t(portalRoleTexts[value]) }));
}

function OnePerson({ person, isReader }: { person: Person; isReader: boolean }) {
  const { t } = useLingui();
  const roles = useRoles();
  const queries = useQueryClient();
  const { svc_id, email, name, role, receives_documents: receives } = person;
  const params = { path: { svc_id } };
  const again = { onSuccess: () => readAgain(queries) };
  const change = useMutation({
    mutationFn: (portal_person: { role: PortalRole } | { receives_documents: boolean }) =>
      answerOf(portal.PUT('/portal/people/{svc_id}', { params, body: { portal_person } })),
    ...again,
  });
  const remove = useMutation({
    mutationFn: () => answerOf(portal.DELETE('/portal/people/{svc_id}', { params })),
    ...again,
  });
  return (
    <article className="part">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>
            <bdi>{name ?? email}</bdi> {isReader ? <Trans>(you)</Trans> : null}
          </Text>
          {name === null ? null : <Text c="dimmed">{email}</Text>}
        </div>
        <Group gap="sm">
          <NativeSelect
            aria-label={t`Role of ${email}`}
            data={roles}
            value={role}
            disabled={change.isPending}
            onChange={({ currentTarget: { value } }) => change.mutate({ role: value as PortalRole })}
          />
          <Button
            size="compact-sm"
            variant="default"
            loading={remove.isPending}
            aria-label={t`Remove ${email}`}
            onClick={() => remove.mutate()}
          >
            <Trans>Remove</Trans>
          </Button>
        </Group>
      </Group>
      <label>
        <input
          type="checkbox"
          aria-label={t`Documents by mail to ${email}`}
          checked={receives}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) => change.mutate({ receives_documents: checked })}
        />{' '}
        <Trans>Gets invoices and other documents by mail</Trans>
      </label>
      <CallError error={change.error ?? remove.error} />
    </article>
  );
}

/** Invites a person, who gets a mail with the page to sign in. */
function Invite() {
  const { t } = useLingui();
  const roles = useRoles();
  const queries = useQueryClient();
  const [invited, setInvited] = useState<string | null>(null);
  const invite = useMutation({
    mutationFn: ({ email = '', name = '', role, receives_documents }: Record<string, string>) => {
      const receives = receives_documents === 'true';
      const person = { email, name, role: role as PortalRole, receives_documents: receives };
      return answerOf(portal.POST('/portal/people', { body: { portal_person: person } }));
    },
    onSuccess: async ({ portal_person: { email } }) => {
      setInvited(email);
      await readAgain(queries);
    },
  });
  const { error, isPending } = invite;
  return (
    <>
      {/* The form is empty again after an invitation. */}
      <Form
        key={invited}
        fields={['email', 'name', 'role']}
        button={t`Invite`}
        error={error}
        isPending={isPending}
        onSend={(values) => invite.mutate(values)}
      >
        <Field name="email" type="email" label={t`E-mail address`} error={error} />
        <Field name="name" label={t`Name`} required={false} error={error} />
        <NativeSelect name="role" label={t`Role`} data={roles} defaultValue="viewer" />
        <label>
          <input type="checkbox" name="receives_documents" value="true" />{' '}
          <Trans>Gets invoices and other documents by mail</Trans>
        </label>
      </Form>
      <Text role="status">
        {invite.isSuccess ? <Trans>{invited} is invited. A mail brings the page to sign in.</Trans> : null}
      </Text>
    </>
  );
}

import { Checkbox, Stack, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import { sessionQuery } from '../../api/session.js';
import { Field, Form, type Values } from '../../frame/forms.js';
import { pathOf } from '../../frame/organization-path.js';

/** Makes an organization or a sandbox, for the operator of the installation. */
export function NewOrganization() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ name = '', sandbox }: Values) =>
      answerOf(api.POST('/organizations', { body: { organization: { name, sandbox: sandbox !== undefined } } })),
    onSuccess: async ({ organization }) => {
      await queries.refetchQueries(sessionQuery);
      await navigate({ to: '/$organization', params: { organization: pathOf(organization) } });
    },
  });
  return (
    <Stack component="section" gap="sm" maw="26rem">
      <Title order={2} fz="md">
        <Trans>Create an organization</Trans>
      </Title>
      <Form fields={['name']} button={t`Create`} onSend={mutate} error={error} isPending={isPending}>
        <Field name="name" label={t`Name of the organization`} error={error} />
        <Checkbox name="sandbox" label={t`Sandbox: it has its own clock and sends no real bills`} />
      </Form>
    </Stack>
  );
}

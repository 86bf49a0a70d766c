import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import { CallError } from '../../frame/call-error.js';
import { Field, Form, type Values } from '../../frame/forms.js';
import { keepVerifier } from './verifier.js';

type Where = { organization_slug: string } | { invite_token: string };

/** Leads to an OpenID provider, and keeps in this tab what completes the sign-in. */
const useProvider = () =>
  useMutation({
    mutationFn: (where: Where) => answerOf(api.POST('/session/open_id', { body: { open_id: where } })),
    onSuccess: ({ open_id: { verifier, authorization_url: url } }) => {
      keepVerifier(verifier);
      window.location.assign(url);
    },
  });

/** Signing in at the provider of an organization. */
export function ProviderForm() {
  const { t } = useLingui();
  const { mutate, error, isPending } = useProvider();
  const send = ({ organization_slug = '' }: Values) => mutate({ organization_slug });
  return (
    <Form
      fields={['organization_slug']}
      button={t`Sign in at the provider of the organization`}
      onSend={send}
      error={error}
      isPending={isPending}
    >
      <Field name="organization_slug" label={t`Short name of the organization`} error={error} />
    </Form>
  );
}

/** Accepting an invitation at the provider of its organization. */
export function ProviderButton({ inviteToken }: { inviteToken: string }) {
  const { t } = useLingui();
  const { mutate, error, isPending } = useProvider();
  return (
    <>
      <CallError error={error} />
      <Button variant="default" loading={isPending} onClick={() => mutate({ invite_token: inviteToken })}>
        {t`Sign in at the provider of the organization`}
      </Button>
    </>
  );
}

import { Alert, Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import { secretOfAddress } from '../../base.js';
import { CallError } from '../../frame/call-error.js';
import { PlainPage } from '../../frame/plain-page.js';

/** Confirms a login at the provider of an organization, with the secret of a mail. */
export function ConfirmSignIn() {
  const { t } = useLingui();
  const { mutate, data, error, isPending } = useMutation({
    // A program that only opens the addresses of mails must not confirm anything.
    mutationFn: () =>
      answerOf(api.POST('/session/open_id/confirmation', { body: { open_id: { token: secretOfAddress } } })),
  });
  const organization = data?.open_id.organization_name;
  return (
    <PlainPage title={t`Confirm your sign-in`}>
      {organization === undefined ? (
        <>
          {error ? <CallError error={error} /> : null}
          <Button onClick={() => mutate()} loading={isPending}>
            <Trans>It was me</Trans>
          </Button>
        </>
      ) : (
        <Alert variant="outline" role="status" title={t`Your sign-in is confirmed`}>
          <Trans>Sign in to {organization} at its provider again.</Trans>
        </Alert>
      )}
      <Anchor component={Link} to="/sign-in" underline="always">
        <Trans>Sign in</Trans>
      </Anchor>
    </PlainPage>
  );
}

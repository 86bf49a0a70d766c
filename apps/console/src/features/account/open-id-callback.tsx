import { useEffect, useRef } from 'react';
import { Anchor, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import { CallError } from '../../frame/call-error.js';
import { PlainPage } from '../../frame/plain-page.js';
import { useArrival } from '../../frame/use-arrival.js';
import { takeVerifier } from './verifier.js';

/** The way back from an OpenID provider. */
export function OpenIdCallback() {
  const { t } = useLingui();
  const arrive = useArrival();
  const hasBegun = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: (input: { parameters: string; verifier: string }) =>
      answerOf(api.POST('/session/open_id/callback', { body: { open_id: input } })),
    onSuccess: () => arrive(),
  });
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const parameters = window.location.search.slice(1);
    window.history.replaceState(window.history.state, '', window.location.pathname);
    // Without them the service answers why this cannot work.
    mutate({ parameters: parameters || 'none', verifier: takeVerifier() || 'none' });
  }, [mutate]);
  return (
    <PlainPage title={t`Signing in`}>
      {error ? (
        <>
          <CallError error={error} />
          <Anchor component={Link} to="/sign-in" underline="always">
            <Trans>Sign in</Trans>
          </Anchor>
        </>
      ) : (
        <Loader aria-label={t`Signing in`} />
      )}
    </PlainPage>
  );
}

import { lazy, Suspense } from 'react';
import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useRouteContext } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { answerOf, api, Refusal, type Membership } from '../api/client.js';
import { clearSignIn, sessionQuery } from '../api/session.js';
import { CallError } from './call-error.js';
import { organizationOf, pathOf } from './organization-path.js';
import { LanguageSelect } from './language-select.js';
import { useSessionEnd } from './use-session-end.js';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.js')).SignInAgain }));

/** The frame of all pages for signed-in people: the organization, the person, and the way out. */
export function Frame() {
  const { session: known } = useRouteContext({ from: '/signed-in' });
  const { data: now } = useSuspenseQuery(sessionQuery);
  const session = now ?? known;
  const hasEnded = useSessionEnd(known);
  const { organization: path } = useParams({ strict: false });
  const { memberships } = session;
  const current = path === undefined ? undefined : organizationOf(memberships, path);
  const { mutate: signOut, error, isPending } = useSignOut();
  const { t } = useLingui();
  return (
    <div className={current?.organization.sandbox ? 'sandbox' : undefined}>
      <button type="button" className="skip" onClick={skipToContent}>
        {t`Skip to the content`}
      </button>
      <Group component="header" className="top" px="md" gap="md" justify="space-between" wrap="wrap">
        <Group gap="md">
          <Anchor component={Link} to="/" fw={600} underline="never" c="var(--mantine-color-text)">
            Tollgate
          </Anchor>
          <OrganizationSelect memberships={memberships} current={current} />
        </Group>
        <Group gap="md">
          <div className="language">
            <LanguageSelect />
          </div>
          {session.user.operator ? (
            <Anchor component={Link} to="/operator" underline="always">
              {t`Installation`}
            </Anchor>
          ) : null}
          <Anchor component={Link} to="/me" underline="always">
            {session.user.name ?? session.user.email}
          </Anchor>
          <Button variant="default" size="xs" loading={isPending} onClick={() => signOut()}>
            {t`Sign out`}
          </Button>
        </Group>
      </Group>
      <CallError error={error} />
      <Outlet />
      {hasEnded ? (
        <Suspense>
          <SignInAgain session={known} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Moves the focus behind the navigation. */
function skipToContent(): void {
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
}

function OrganizationSelect({ memberships, current }: { memberships: Membership[]; current: Membership | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  if (memberships.length === 0) return null;
  if (memberships.length === 1 && current) return <Text>{current.organization.name}</Text>;
  const options = memberships.map(({ organization }) => ({ value: pathOf(organization), label: organization.name }));
  return (
    <NativeSelect
      aria-label={t`Organization`}
      size="xs"
      value={current ? pathOf(current.organization) : ''}
      data={current ? options : [{ value: '', label: '–' }, ...options]}
      onChange={(event) => {
        const organization = event.currentTarget.value;
        if (organization !== '') void navigate({ to: '/$organization', params: { organization } });
      }}
    />
  );
}

function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      try {
        await answerOf(api.DELETE('/session'));
      } catch (error) {
        // A session that has ended needs no end.
        if (!(error instanceof Refusal) || error.status !== 401) throw error;
      }
    },
    onSuccess: async () => {
      clearSignIn();
      await navigate({ to: '/sign-in', search: {} });
      queries.clear();
    },
  });
}

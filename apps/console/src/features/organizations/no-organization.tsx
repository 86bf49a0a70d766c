import { Stack, Text, Title } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { useTitle } from '../../frame/plain-page.js';
import { NewOrganization } from './new-organization.js';

/** The page of a person without an organization. */
export function NoOrganization() {
  const { t } = useLingui();
  const { session } = useRouteContext({ from: '/signed-in/' });
  const title = t`You are in no organization`;
  useTitle(title);
  return (
    <main className="wide">
      <Stack gap="lg">
        <Title order={1}>{title}</Title>
        {session.user.operator ? (
          <NewOrganization />
        ) : (
          <Text>{t`You need an invitation from an admin of the organization.`}</Text>
        )}
      </Stack>
    </main>
  );
}

import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { Link, useRouteContext, useSearch } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { pathOf } from './organization-path.js';
import { useTitle } from './plain-page.js';

/** The page for an address of an organization of others, with the own ones. */
export function NoMember() {
  const { t } = useLingui();
  const { session } = useRouteContext({ from: '/signed-in' });
  const { organization: path = '' } = useSearch({ from: '/signed-in/not-a-member' });
  const title = t`You are not a member of ${path}`;
  useTitle(title);
  return (
    <main className="wide">
      <Stack gap="md">
        <Title order={1} dir="auto">
          {title}
        </Title>
        <Text>
          <Trans>Request an invitation from an admin of it, or continue in one of your organizations.</Trans>
        </Text>
        <List>
          {session.memberships.map(({ organization }) => (
            <List.Item key={organization.svc_id}>
              <Anchor
                component={Link}
                to="/$organization"
                params={{ organization: pathOf(organization) } as never}
                underline="always"
                display="inline-block"
                py={6}
              >
                {organization.name}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </Stack>
    </main>
  );
}

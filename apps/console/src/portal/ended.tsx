import { Text, Title } from '@mantine/core';
import { Trans } from '@lingui/react/macro';

/** Says that the address or the session has ended. @param level of its heading */
export const EndedAddress = ({ level }: { level: 1 | 2 }) => (
  <>
    <Title order={level} {...(level === 2 ? { size: 'h4' } : {})}>
      <Trans>This address has ended</Trans>
    </Title>
    <Text>
      <Trans>It has expired, or the company that bills you has revoked it. Request a new one there.</Trans>
    </Text>
  </>
);

import { Anchor, Title } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Refusal } from '../api/client.js';
import { CallError } from './call-error.js';

/** Whether a call failed because the role of the person does not permit it. */
export const isForbidden = (error: unknown): boolean => error instanceof Refusal && error.status === 403;

/** A page in place of one whose data cannot be read. */
export const CallFailed = ({ error }: { error: unknown }) => (
  <main className="page">
    <CallError error={error} />
  </main>
);

/** A page in place of an address that leads nowhere. */
export const NothingHere = () => (
  <main className="page">
    <Title order={1}>
      <Trans>This page does not exist</Trans>
    </Title>
    <Anchor component={Link} to="/" underline="always">
      <Trans>To the start</Trans>
    </Anchor>
  </main>
);

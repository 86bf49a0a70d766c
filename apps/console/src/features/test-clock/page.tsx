import { Alert, Button, Group, Loader, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api, asOrganization } from '../../api/client.js';
import { CallError } from '../../frame/call-error.js';
import { Form, type Values } from '../../frame/forms.js';
import { useMembership } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { Instant } from '../../ui/instant.js';
import { useClock } from '../../organization/clock-query.js';
import { laterBy } from './later.js';

/** The clock of a sandbox: what it says, and turning it. */
export function Sandbox() {
  const { t } = useLingui();
  const { organization, may } = useMembership();
  const { data: clock, error } = useClock();
  useTitle(t`Clock of the sandbox`);
  return (
    <main className="detail narrow">
      <header className="head">
        <Title order={1}>{t`Clock of the sandbox`}</Title>
      </header>
      {organization.sandbox ? null : <p>{t`This organization is not a sandbox: it follows real time.`}</p>}
      <CallError error={error} />
      {clock ? (
        <>
          <p className="big">
            <Instant iso={clock.frozen_time} focusable />
          </p>
          {clock.status === 'advancing' ? (
            <Group gap="xs" role="status">
              <Loader size="xs" aria-hidden />
              {t`The clock advances and due work is running …`}
            </Group>
          ) : null}
          {may('organization:update') && clock.status === 'ready' ? <Advance frozen={clock.frozen_time} /> : null}
        </>
      ) : null}
    </main>
  );
}

/** Turns the clock forward: by a day, week or month, or to an instant (UTC). */
function Advance({ frozen }: { frozen: string }) {
  const { t } = useLingui();
  const { organization } = useMembership();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (frozen_time: string) =>
      answerOf(
        api.PUT('/test_clock', {
          headers: asOrganization(organization.svc_id),
          body: { test_clock: { frozen_time } },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['read', organization.svc_id] }),
  });
  const steps = [
    [t`A day`, { days: 1 }],
    [t`A week`, { days: 7 }],
    [t`A month`, { months: 1 }],
  ] as const;
  return (
    <>
      <p>
        <Trans>
          The clock only advances. All work due until the new time runs: periods end, invoices are issued, trials and
          coupons expire.
        </Trans>
      </p>
      <Group gap="xs" my="sm">
        {steps.map(([label, step]) => (
          <Button
            key={label}
            variant="default"
            size="xs"
            disabled={isPending}
            onClick={() => mutate(laterBy(frozen, step))}
          >
            + {label}
          </Button>
        ))}
      </Group>
      <Form
        fields={['frozen_time']}
        button={t`Advance the clock`}
        onSend={({ until = '' }: Values) => mutate(`${until}Z`)}
        error={error}
        isPending={isPending}
      >
        <TextInput
          key={frozen}
          name="until"
          type="datetime-local"
          step={1}
          label={t`New time (UTC)`}
          defaultValue={frozen.slice(0, 19)}
          min={frozen.slice(0, 19)}
        />
      </Form>
      {error ? null : (
        <Alert variant="outline" my="sm" color="gray">
          <Trans>An advance over months with much usage takes minutes. You can continue to work in the meantime.</Trans>
        </Alert>
      )}
    </>
  );
}

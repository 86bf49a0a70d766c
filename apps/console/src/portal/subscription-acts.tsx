import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { customerQuery, portal, type Subscription } from './calls.js';
import { Moment, useMayChange } from './parts.js';
import { PlanChange } from './plan-change.js';
import { SubscriptionEnd } from './subscription-end.js';

/** The acts of a customer on a running subscription: a change of its plan, its end, and taking either back. */
export function SubscriptionActs({ subscription, title }: { subscription: Subscription; title: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'plan' | 'end' | null>(null);
  const settings = useQuery(customerQuery).data?.issuer.portal_settings;
  const mayChange = useMayChange();
  const close = () => setOpen(null);
  const ends = mayChange ? (settings?.subscription_ends ?? []) : [];
  const isEnding = subscription.ending_requested_at !== null;
  const isOffered = mayChange && (settings?.offered_plan_codes.length ?? 0) > 0 && !isEnding;
  return (
    <>
      {subscription.next_plan_code === null ? null : <ChosenPlan subscription={subscription} />}
      {isEnding ? <ChosenEnd subscription={subscription} /> : null}
      <Group gap="sm" mt="xs">
        {isOffered ? (
          <Button
            variant="default"
            size="xs"
            aria-expanded={open === 'plan'}
            aria-label={t`Change the plan: ${title}`}
            onClick={() => setOpen(open === 'plan' ? null : 'plan')}
          >
            <Trans>Change the plan</Trans>
          </Button>
        ) : null}
        {ends.length > 0 && !isEnding ? (
          <Button
            variant="default"
            size="xs"
            aria-expanded={open === 'end'}
            aria-label={t`End the subscription: ${title}`}
            onClick={() => setOpen(open === 'end' ? null : 'end')}
          >
            <Trans>End the subscription</Trans>
          </Button>
        ) : null}
      </Group>
      {open === 'plan' ? <PlanChange subscription={subscription} onDone={close} /> : null}
      {open === 'end' ? <SubscriptionEnd subscription={subscription} ends={ends} onDone={close} /> : null}
    </>
  );
}

const pathOf = ({ external_id }: Subscription) => ({ params: { path: { external_id } } });

/** A change of the plan that waits for the end of the period. */
function ChosenPlan({ subscription }: { subscription: Subscription }) {
  const plan = subscription.next_plan_code;
  const mayChange = useMayChange();
  const back = useTakenBack(() =>
    answerOf(portal.DELETE('/portal/subscriptions/{external_id}/plan', pathOf(subscription))),
  );
  return (
    <>
      <Group gap="sm" mt="xs">
        <Text>
          <Trans>Changes to the plan {plan} at the end of the period</Trans>
        </Text>
        {mayChange ? (
          <Button variant="default" size="compact-sm" loading={back.isPending} onClick={() => back.mutate()}>
            <Trans>Keep the present plan</Trans>
          </Button>
        ) : null}
      </Group>
      <CallError error={back.error} />
    </>
  );
}

/** An end that the customer has chosen. */
function ChosenEnd({ subscription }: { subscription: Subscription }) {
  const mayChange = useMayChange();
  const back = useTakenBack(() =>
    answerOf(portal.DELETE('/portal/subscriptions/{external_id}/end', pathOf(subscription))),
  );
  return (
    <>
      <Group gap="sm" mt="xs">
        <Text>
          <Trans>
            Ends on <Moment iso={subscription.ending_at} />
          </Trans>
        </Text>
        {mayChange ? (
          <Button variant="default" size="compact-sm" loading={back.isPending} onClick={() => back.mutate()}>
            <Trans>Keep the subscription</Trans>
          </Button>
        ) : null}
      </Group>
      <CallError error={back.error} />
    </>
  );
}

function useTakenBack(takeBack: () => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: takeBack, onSuccess: () => queries.invalidateQueries() });
}

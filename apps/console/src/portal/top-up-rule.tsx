import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { Units } from '../ui/values.js';
import type { Wallet } from './calls.js';
import { DayOf } from './parts.js';

type Rule = Wallet['recurring_transaction_rules'][number];

/** A rule of automatic top-ups in words. */
export const TopUpRule = ({ rule }: { rule: Rule }) => (
  <Text>
    <When rule={rule} /> <What rule={rule} />
    {rule.expiration_at === null ? null : (
      <>
        {' '}
        <Trans>
          The rule ends on <DayOf iso={rule.expiration_at} />.
        </Trans>
      </>
    )}
  </Text>
);

function When({ rule: { trigger, interval, threshold_credits: threshold } }: { rule: Rule }) {
  if (trigger === 'threshold')
    return (
      <Trans>
        The wallet tops itself up as soon as <Units value={threshold} /> credits or fewer are left after the usage so
        far.
      </Trans>
    );
  switch (interval) {
    case 'weekly':
      return <Trans>The wallet tops itself up each week.</Trans>;
    case 'quarterly':
      return <Trans>The wallet tops itself up each quarter.</Trans>;
    case 'semiannual':
      return <Trans>The wallet tops itself up each half-year.</Trans>;
    case 'yearly':
      return <Trans>The wallet tops itself up each year.</Trans>;
    default:
      return <Trans>The wallet tops itself up each month.</Trans>;
  }
}

const isSome = (credits: string): boolean => Number(credits) > 0;

function What({ rule }: { rule: Rule }) {
  const { method, trigger, paid_credits: paid, granted_credits: granted, target_ongoing_balance: target } = rule;
  if (method === 'target')
    return rule.grants_target_top_up ? (
      <Trans>
        It adds free credits up to <Units value={target} />.
      </Trans>
    ) : (
      <Trans>
        It buys credits up to <Units value={target} />.
      </Trans>
    );
  return (
    <>
      {!isSome(paid) ? null : trigger === 'threshold' ? (
        <Trans>
          It buys <Units value={paid} /> credits, or several times as many if these do not suffice.
        </Trans>
      ) : (
        <Trans>
          It buys <Units value={paid} /> credits.
        </Trans>
      )}
      {!isSome(granted) ? null : (
        <>
          {' '}
          <Trans>
            It adds <Units value={granted} /> free credits.
          </Trans>
        </>
      )}
    </>
  );
}

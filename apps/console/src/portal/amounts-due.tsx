import { useEffect, useRef } from 'react';
import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Amounts } from '../ui/values.js';
import { balanceQuery, isUnderWay, paymentsQuery } from './calls.js';
import { PaymentsUnderWay } from './made-payments.js';
import { Empty, Read, Section } from './parts.js';
import { Pay } from './pay.js';

/** The amounts that the customer owes, overdue ones first. */
export function AmountsDue() {
  const balance = useQuery(balanceQuery);
  const isPaying = useQuery(paymentsQuery).data?.payments.some(isUnderWay) ?? false;
  useInvoicesAfter(balance.data);
  return (
    <Section id="owed" title={<Trans>Amounts due</Trans>}>
      <Read of={balance}>
        {({ overdue_balance: { open, overdue } }) =>
          open.length === 0 ? (
            <Empty>
              <Trans>Everything is paid.</Trans>
            </Empty>
          ) : (
            <>
              <dl className="due">
                {overdue.length === 0 ? null : (
                  <div>
                    <Text component="dt" c="error" fw={600}>
                      <Trans>Overdue</Trans>
                    </Text>
                    <dd>
                      <Amounts amounts={overdue} />
                    </dd>
                  </div>
                )}
                <div>
                  <Text component="dt">
                    <Trans>Due in all</Trans>
                  </Text>
                  <dd>
                    <Amounts amounts={open} />
                  </dd>
                </div>
              </dl>
              <PaymentsUnderWay />
              {/* Several currencies are paid by a choice of invoices, and so is what a payment under way leaves. */}
              {overdue.length === 1 && !isPaying
                ? overdue.map((amount) => <Pay key={amount.currency} amount={amount} />)
                : null}
            </>
          )
        }
      </Read>
    </Section>
  );
}

/** Reads the invoices again when other amounts are due, such as after a payment that a provider reports later. */
function useInvoicesAfter(balance: unknown): void {
  const queries = useQueryClient();
  const last = useRef(balance);
  useEffect(() => {
    const isChange = last.current !== undefined && last.current !== balance;
    last.current = balance;
    if (isChange) void queries.invalidateQueries({ queryKey: ['invoices'] });
  }, [balance, queries]);
}

import { useEffect, useEffectEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { readAgain } from '../api/read-again.js';
import { useMembership } from '../frame/membership.js';

/** A record that is not read again by then is taken as the page has it. */
const mostMs = 5_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reads the record of a form again before it is sent, so that no change of another person is overwritten unseen.
 * @param onRead follows, with the form as it is then
 */
export function useLatest(onRead: () => void) {
  const { organization } = useMembership();
  const queries = useQueryClient();
  const [stage, setStage] = useState<'idle' | 'reading' | 'read'>('idle');
  const proceed = useEffectEvent(onRead);
  useEffect(() => {
    if (stage !== 'read') return;
    setStage('idle');
    proceed();
  }, [stage]);
  const readLatest = () => {
    setStage('reading');
    void Promise.race([readAgain(queries, organization.svc_id, false), wait(mostMs)])
      .catch(() => undefined)
      // The page renders with what was read before the form goes on.
      .then(() => wait(0))
      .then(() => setStage('read'));
  };
  return { isReading: stage !== 'idle', readLatest };
}

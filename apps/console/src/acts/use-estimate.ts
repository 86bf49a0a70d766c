import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { answerOf, asOrganization } from '../api/client.js';
import { useMembership } from '../frame/membership.js';

const usualPauseMs = 400;

type Headers = ReturnType<typeof asOrganization>;
type Sent<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/**
 * Checks a form with the service before it is sent: by a call that changes nothing, some moments after the last key.
 * @param body of the call; null while the form does not suffice
 * @param pauseMs from the last key to the call
 */
export function useEstimate<Body, T>(
  call: string,
  body: Body | null,
  send: (headers: Headers, body: Body, signal: AbortSignal) => Sent<T>,
  pauseMs = usualPauseMs,
) {
  const { organization } = useMembership();
  const [settled] = useDebouncedValue(JSON.stringify(body), pauseMs);
  return useQuery({
    queryKey: ['estimate', organization.svc_id, call, settled],
    queryFn: ({ signal }) => answerOf(send(asOrganization(organization.svc_id), JSON.parse(settled) as Body, signal)),
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

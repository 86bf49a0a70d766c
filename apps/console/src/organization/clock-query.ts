import { useQuery } from '@tanstack/react-query';
import { readQuery } from '../api/read.js';
import { useMembership } from '../frame/membership.js';

const pollMs = 2_000;

/** The clock of a sandbox; while it moves, it is read again and again. Nothing for other organizations. */
export function useClock() {
  const { organization, membership, may } = useMembership();
  return useQuery({
    ...readQuery(organization.svc_id, { path: '/test_clock' }),
    enabled: organization.sandbox && membership.login_method_authorized && may('organization:view'),
    select: ({ test_clock: clock }) => clock,
    refetchInterval: ({ state }) => (state.data?.test_clock.status === 'advancing' ? pollMs : false),
  });
}

/** The present time of the organization: that of its clock in a sandbox. */
export function useNow(): Date {
  const { data: clock } = useClock();
  return clock ? new Date(clock.frozen_time) : new Date();
}

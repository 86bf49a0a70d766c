import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf, api, type Membership } from '../api/client.js';
import { sessionQuery } from '../api/session.js';
import { CallError } from '../frame/call-error.js';
import { instantText, ownZone } from '../frame/dates.js';

/** The bar of an operator who is in an organization of others: on each of its pages, with the way out. */
export function EntryBar({
  organization,
  entry,
}: {
  organization: Membership['organization'];
  entry: NonNullable<Membership['entry']>;
}) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => answerOf(api.DELETE('/session/entries/{svc_id}', { params: { path: { svc_id: entry.svc_id } } })),
    onSuccess: async () => {
      await navigate({ to: '/operator/organizations/$id', params: { id: organization.svc_id } });
      await queries.refetchQueries(sessionQuery);
      queries.removeQueries({ queryKey: ['read', organization.svc_id] });
    },
  });
  const { name } = organization;
  const end = instantText(entry.expires_at, i18n.locale, ownZone());
  return (
    <div className="entry-bar" role="status">
      <strong>
        <Trans>You are in {name} as an operator</Trans>
      </strong>
      <span>{entry.may_change ? t`You may change something` : t`You may only read`}</span>
      <span>
        <Trans>until {end}</Trans>
      </span>
      <span dir="auto">{entry.reason}</span>
      <Button size="compact-xs" variant="white" color="dark" loading={isPending} onClick={() => mutate()}>
        {t`Leave`}
      </Button>
      <CallError error={error} />
    </div>
  );
}

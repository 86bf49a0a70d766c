import { Checkbox, Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { answerOf } from '../../api/client.js';
import { operatorApi, type OperatorOrganization } from '../../api/operator.js';
import { sessionQuery } from '../../api/session.js';
import { CallError } from '../../frame/call-error.js';
import { Field } from '../../frame/forms.js';
import { organizationOf } from '../../frame/organization-path.js';
import { useTitle } from '../../frame/plain-page.js';
import { DescriptionList, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Loading } from '../../ui/loading.js';
import { Copyable, Nothing, Units } from '../../ui/values.js';
import { OperatorAct } from './act.js';
import { useInstallation } from './list.js';
import { stateOf } from './organizations.js';
import { Mark } from './tones.js';

const placeOf = (id: string) => ({ params: { path: { organization_id: id } } });

function ReasonField({ error }: { error: unknown }) {
  const { t } = useLingui();
  return <Field name="reason" label={t`Reason`} description={t`At least 10 characters`} error={error} />;
}

/** Enters an organization for an hour. It sees the reason. */
function Enter({ organization: { svc_id: id, name } }: { organization: OperatorOrganization }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <OperatorAct
      label={msg`Enter the organization`}
      fields={['reason']}
      Fields={({ error }) => (
        <>
          <ReasonField error={error} />
          <Checkbox name="may_change" label={t`I need to change something`} />
        </>
      )}
      send={({ reason = '', may_change: mayChange }) =>
        answerOf(
          operatorApi.POST('/admin/organizations/{organization_id}/entries', {
            ...placeOf(id),
            body: { entry: { reason, may_change: mayChange !== undefined } },
          }),
        )
      }
      onDone={async () => {
        await queries.refetchQueries(sessionQuery);
        const membership = organizationOf(queries.getQueryData(sessionQuery.queryKey)?.memberships ?? [], id);
        await navigate({ to: '/$organization', params: { organization: membership?.organization.slug ?? id } });
      }}
    >
      <Trans>You see the pages of {name} for an hour. Its activity shows your address and the reason.</Trans>
    </OperatorAct>
  );
}

function Suspend({ organization: { svc_id: id, name } }: { organization: OperatorOrganization }) {
  return (
    <OperatorAct
      label={msg`Suspend the organization`}
      fields={['reason']}
      Fields={ReasonField}
      send={({ reason = '' }) =>
        answerOf(
          operatorApi.POST('/admin/organizations/{organization_id}/suspension', {
            ...placeOf(id),
            body: { suspension: { reason } },
          }),
        )
      }
      done={msg`The organization is suspended.`}
    >
      <Trans>All calls of {name} are refused, its events too. Its data stays, and due invoices are still issued.</Trans>
    </OperatorAct>
  );
}

function Reinstate({ organization: { svc_id: id, name } }: { organization: OperatorOrganization }) {
  return (
    <OperatorAct
      label={msg`Reinstate the organization`}
      send={() => answerOf(operatorApi.DELETE('/admin/organizations/{organization_id}/suspension', placeOf(id)))}
      done={msg`The organization is reinstated.`}
    >
      <Trans>The calls of {name} are answered again.</Trans>
    </OperatorAct>
  );
}

/** One organization of the installation, and what an operator does about it. */
export function OrganizationPage() {
  const { t } = useLingui();
  const id = useId();
  const { data, error } = useInstallation(['organization', id], () =>
    operatorApi.GET('/admin/organizations/{organization_id}', placeOf(id)),
  );
  const organization = data?.organization;
  useTitle(organization?.name ?? t`Organizations`);
  return (
    <main className="detail">
      <nav className="parent" aria-label={t`Organizations`}>
        <Link to="/operator">‹ {t`Organizations`}</Link>
      </nav>
      <CallError error={error} />
      {!organization && !error ? <Loading label={t`Organizations`} /> : null}
      {organization ? (
        <>
          <header className="head">
            <div>
              <Title order={1} dir="auto">
                {organization.name}
              </Title>
              <div className="below-name">
                <Copyable value={organization.svc_id} />
                <Mark value={stateOf(organization)} />
              </div>
            </div>
            <div className="actions">
              <Enter organization={organization} />
              {organization.suspended_at === null ? (
                <Suspend organization={organization} />
              ) : (
                <Reinstate organization={organization} />
              )}
            </div>
          </header>
          <Facts organization={organization} />
        </>
      ) : null}
    </main>
  );
}

function Facts({ organization }: { organization: OperatorOrganization }) {
  const { t } = useLingui();
  const { svc_id: id, test_clock: clock, parked_count: parked, suspended_at: suspended } = organization;
  return (
    <DescriptionList
      items={[
        [msg`Kind`, organization.sandbox ? t`Sandbox` : t`Live`],
        [msg`Created`, <Instant key="created" iso={organization.created_at} focusable />],
        [msg`Members`, <Units key="members" value={organization.members_count} />],
        [msg`Events in 30 days`, <Units key="recent" value={organization.recent_events} />],
        [msg`Stored events`, <Units key="stored" value={organization.stored_events} />],
        [
          msg`Parked items`,
          parked === 0 ? (
            <Nothing key="parked" />
          ) : (
            <Link key="parked" to="/operator/parked" search={{ organization_id: id }}>
              <Units value={parked} />
            </Link>
          ),
        ],
        [msg`Test clock`, clock ? <Instant key="clock" iso={clock.frozen_time} focusable /> : <Nothing key="clock" />],
        suspended === null ? null : [msg`Suspended`, <Instant key="suspended" iso={suspended} focusable />],
        suspended === null ? null : [msg`Reason`, organization.suspension_reason ?? ''],
      ]}
    />
  );
}

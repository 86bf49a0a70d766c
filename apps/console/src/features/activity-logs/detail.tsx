import { msg } from '@lingui/core/macro';
import { DescriptionList, DetailPage, Section, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Json } from '../../ui/json.js';
import { RecordLink } from '../../ui/record-link.js';
import { Copyable, EnumText, Nothing } from '../../ui/values.js';

/** An activity on an object, with its changes. */
export function ActivityLog() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/activity_logs/{activity_id}', values: { activity_id: id } }}
      parent={{ label: msg`Activity`, to: '/$organization/developers/activity' }}
      headOf={({ activity_log: log }) => ({ name: log.activity_type, id: log.activity_id })}
    >
      {({ activity_log: log }) => (
        <>
          <DescriptionList
            items={[
              [msg`Object`, log.resource_type],
              [msg`Id of the object`, <Copyable value={log.resource_id} />],
              [
                msg`Customer`,
                log.external_customer_id ? (
                  <RecordLink kind="customer" id={log.external_customer_id}>
                    {log.external_customer_id}
                  </RecordLink>
                ) : (
                  <Nothing />
                ),
              ],
              [
                msg`Subscription`,
                log.external_subscription_id ? (
                  <RecordLink kind="subscription" id={log.external_subscription_id}>
                    {log.external_subscription_id}
                  </RecordLink>
                ) : (
                  <Nothing />
                ),
              ],
              [msg`By`, <EnumText value={log.activity_source} />],
              [msg`Person`, log.user_email ?? <Nothing />],
              [msg`Time`, <Instant iso={log.logged_at} precision="seconds" focusable />],
            ]}
          />
          <Section title={msg`Changes`}>
            <Json value={log.activity_object_changes} />
          </Section>
          <Section title={msg`Object`}>
            <Json value={log.activity_object} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}

import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { actsColumn } from '../../acts/acts-column.js';
import { codeColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Nothing } from '../../ui/values.js';
import { featureActs, removePrivilege, type OwnPrivilege } from './acts.js';

const privilegeColumns: readonly Column<OwnPrivilege>[] = [
  textColumn(msg`Name`, (row) => row.name ?? row.code),
  codeColumn(msg`Code`, (row) => row.code),
  codeColumn(msg`Kind`, (row) => row.value_type),
  wide(textColumn(msg`Choices`, (row) => row.config?.select_options?.join(', '))),
  actsColumn([removePrivilege]),
];

/** A feature and its privileges. */
export function Feature() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/features/{code}', values: { code: id } }}
      parent={{ label: msg`Features`, to: '/$organization/catalog/features' }}
      headOf={({ feature }) => ({ name: feature.name, id: feature.code })}
      actions={({ feature }) => <Acts acts={featureActs} record={feature} />}
    >
      {({ feature }) => (
        <>
          <DescriptionList
            items={[
              [msg`Description`, feature.description ?? <Nothing />],
              [msg`Created`, <Instant iso={feature.created_at} focusable />],
            ]}
          />
          <Rows
            title={msg`Privileges`}
            columns={privilegeColumns}
            rows={feature.privileges.map((privilege) => ({ ...privilege, feature: feature.code }))}
            keyOf={({ code }) => code}
          />
        </>
      )}
    </DetailPage>
  );
}

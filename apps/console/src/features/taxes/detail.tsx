import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { DescriptionList, DetailPage, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, Nothing, Units } from '../../ui/values.js';
import { taxActs } from './acts.js';

/** A tax and whose invoices have it. */
export function Tax() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/taxes/{code}', values: { code: id } }}
      parent={{ label: msg`Taxes`, to: '/$organization/catalog/taxes' }}
      headOf={({ tax }) => ({ name: tax.name, id: tax.code })}
      actions={({ tax }) => <Acts acts={taxActs} record={tax} />}
    >
      {({ tax }) => (
        <DescriptionList
          items={[
            [msg`Tax %`, <Units value={tax.rate} />],
            [msg`Billing entities`, tax.applied_to_billing_entities_codes.join(', ') || <Nothing />],
            [msg`Description`, tax.description ?? <Nothing />],
            [msg`Created`, <Instant iso={tax.created_at} focusable />],
            [msg`Id`, <Copyable value={tax.svc_id} />],
          ]}
        />
      )}
    </DetailPage>
  );
}

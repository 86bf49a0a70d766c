import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { DescriptionList, DetailPage, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Amount, Copyable, Nothing } from '../../ui/values.js';
import { addOnActs } from './acts.js';

/** An add-on and its price. */
export function AddOn() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/add_ons/{code}', values: { code: id } }}
      parent={{ label: msg`Add-ons`, to: '/$organization/catalog/add-ons' }}
      headOf={({ add_on: addOn }) => ({ name: addOn.name, id: addOn.code })}
      actions={({ add_on: addOn }) => <Acts acts={addOnActs} record={addOn} />}
    >
      {({ add_on: addOn }) => (
        <DescriptionList
          items={[
            [
              msg`Amount`,
              <span className="big">
                <Amount cents={addOn.amount_cents} currency={addOn.amount_currency} />
              </span>,
            ],
            [msg`Name on invoices`, addOn.invoice_display_name ?? <Nothing />],
            [msg`Taxes`, addOn.taxes.map(({ name }) => name).join(', ') || <Nothing />],
            [msg`Description`, addOn.description ?? <Nothing />],
            [msg`Created`, <Instant iso={addOn.created_at} focusable />],
            [msg`Id`, <Copyable value={addOn.svc_id} />],
          ]}
        />
      )}
    </DetailPage>
  );
}

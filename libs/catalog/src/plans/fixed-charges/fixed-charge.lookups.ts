import { isBlank } from '@tollgate/contracts';
import { isId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { liveAddOns, type AddOnRow } from '../../products/add-ons/add-ons.repository.js';
import type { AddOnName } from './fixed-charge.draft.js';

/** The live add-on that a fixed charge names, by its id or else its code. @throws NotFound `add_on_not_found` */
export async function holdNamedAddOn(transaction: TenantTransaction, { id, code }: AddOnName): Promise<AddOnRow> {
  const ids = typeof id === 'string' && isId(id) ? [id] : [];
  const codes = isBlank(id) && typeof code === 'string' ? [code] : [];
  const [addOn] = await liveAddOns(transaction, ids, codes, 'share');
  if (!addOn) throw new NotFound('add_on');
  return addOn;
}

/** The live add-ons that fixed charges name. @param lock whether they are locked until these are written */
export async function namedAddOns(
  transaction: TenantTransaction,
  names: AddOnName[],
  lock: 'share' | 'none',
): Promise<AddOnRow[]> {
  const { ids, codes } = submittedIn(names);
  return liveAddOns(transaction, ids.filter(isId), codes, lock === 'share' ? lock : undefined);
}

/** Refuses a body that names an add-on that does not exist. @throws NotFound `add_ons_not_found` */
export function checkAddOns(names: AddOnName[], addOns: AddOnRow[]): void {
  const { ids, codes } = submittedIn(names);
  const allFound =
    ids.every((id) => addOns.some((addOn) => addOn.id === id)) &&
    codes.every((code) => addOns.some((addOn) => addOn.code === code));
  if (!allFound) throw new NotFound('add_ons');
}

/** The add-on of one fixed charge of a body. @throws NotFound `add_ons_not_found` if it names none */
export function addOnNamed(addOns: AddOnRow[], { id, code }: AddOnName): AddOnRow {
  const addOn = addOns.find((each) => (isBlank(id) ? each.code === code : each.id === String(id).toLowerCase()));
  if (!addOn) throw new NotFound('add_ons');
  return addOn;
}

const submittedIn = (names: AddOnName[]) => ({
  ids: names.filter(({ id }) => !isBlank(id)).map(({ id }) => String(id).toLowerCase()),
  codes: names.filter(({ id, code }) => isBlank(id) && !isBlank(code)).map(({ code }) => String(code)),
});

import type { ChargeView, FixedChargeView, PlanView } from '@tollgate/catalog/reader';
import { isBlank, type RawInput } from '@tollgate/contracts';
import { NotFound, ValidationFailed } from '@tollgate/platform';

/**
 * Gives each charge and fixed charge of overrides the id that it has on the plan, so that what follows reads ids alone.
 * An entry names its charge by id, also by that of the charge that a copy was made from. Without an id it names a charge
 * by metric or code, and a fixed charge by add-on or code (charges, section 9.1). Malformed lists stay as they are: the
 * catalog refuses them.
 * @throws ValidationFailed `charges: [charge_not_found]` if no charge or several charges fit
 * @throws NotFound `fixed_charge_not_found` for an unknown id
 */
export function namedByIds(plan: PlanView, overrides: RawInput): RawInput {
  return {
    ...overrides,
    ...withList(overrides, 'charges', (entry) => namedCharge(plan.charges, entry)),
    ...withList(overrides, 'fixed_charges', (entry) => namedFixedCharge(plan.fixedCharges, entry)),
  };
}

function withList(overrides: RawInput, key: string, named: (entry: RawInput) => RawInput): RawInput {
  const list = overrides[key];
  return Array.isArray(list)
    ? { [key]: list.map((entry) => (isRecord(entry) ? named(entry) : (entry as unknown))) }
    : {};
}

const isRecord = (entry: unknown): entry is RawInput =>
  entry !== null && typeof entry === 'object' && !Array.isArray(entry);

const unknownCharge = () => new ValidationFailed({ charges: ['charge_not_found'] });

function namedCharge(charges: ChargeView[], entry: RawInput): RawInput {
  if (!isBlank(entry['id'])) {
    const id = byId(charges, entry['id'])?.id;
    if (id === undefined) throw unknownCharge();
    return { ...entry, id };
  }
  const { billable_metric_id: metric, code } = entry;
  return {
    ...entry,
    id: only(charges, [idIn(metric), ({ metric: { id } }) => id], [codeIn(code), (charge) => charge.code]),
  };
}

function namedFixedCharge(charges: FixedChargeView[], entry: RawInput): RawInput {
  const { add_on_id: addOnId, add_on_code: addOnCode, code, ...terms } = entry;
  if (!isBlank(entry['id'])) {
    const id = byId(charges, entry['id'])?.id;
    if (id === undefined) throw new NotFound('fixed_charge');
    return { ...terms, id };
  }
  const id = only(
    charges,
    [idIn(addOnId), ({ addOn }) => addOn.id],
    [codeIn(addOnCode), ({ addOn }) => addOn.code],
    [codeIn(code), (charge) => charge.code],
  );
  return { ...terms, id };
}

/** A submitted name in the form of the tables; null if it is absent. */
const codeIn = (name: unknown): string | null => (isBlank(name) ? null : String(name));
const idIn = (name: unknown): string | null => codeIn(name)?.toLowerCase() ?? null;

function byId<T extends { id: string; parentId: string | null }>(charges: T[], name: unknown): T | undefined {
  const id = idIn(name);
  return charges.find((charge) => charge.id === id) ?? charges.find((charge) => charge.parentId === id);
}

/** The id of the only charge that has every submitted name. @throws ValidationFailed */
function only<T extends { id: string }>(charges: T[], ...names: [string | null, (charge: T) => string][]): string {
  const submitted = names.filter(([name]) => name !== null);
  const fitting = charges.filter((charge) => submitted.every(([name, nameOf]) => nameOf(charge) === name));
  const [charge] = fitting;
  if (submitted.length === 0 || !charge || fitting.length > 1) throw unknownCharge();
  return charge.id;
}

import type { Charge, RawInput } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { readMetricsByCode } from '../../products/billable-metrics/billable-metrics.reader.js';
import type { PlanRow } from '../../model/plan-repositories/plans.repository.js';
import { presentPlans } from '../resource/plan.presenter.js';
import type { Restoration } from '../resource/plans.service.js';
import { alike, isRecord, recordsOf, type Form } from './plan-form.js';
import { snapshotOf } from './snapshot.js';

/** The parts that an update replaces as a whole, with their value in a body that removes them. */
const replaced: Form = { tax_codes: [], minimum_commitment: {}, usage_thresholds: [], charges: [], fixed_charges: [] };

/**
 * The change from a plan as it is to one of its versions, without the parts that are alike. Charges are the same by code
 * and metric, fixed charges by code and add-on: others are new. The plan keeps its code, by which calls name it.
 * @param plan locked by the caller
 */
export async function restorationOf(
  transaction: TenantTransaction,
  plan: PlanRow,
  version: Form,
): Promise<Restoration> {
  const [present] = await presentPlans(transaction, [plan], null);
  if (!present) throw new Error(`Plan ${plan.id} is not presented`);
  const current = snapshotOf(present);
  const { code: _, entitlements, ...fields } = version;
  const raw: Form = { ...replaced, ...fields };
  for (const field of Object.keys(replaced)) if (alike(version[field], current[field])) delete raw[field];
  if (raw['charges']) raw['charges'] = await chargesOf(transaction, recordsOf(raw['charges']), present.charges);
  if (raw['fixed_charges']) {
    const idOf = idsBy(present.fixed_charges, 'add_on_code');
    raw['fixed_charges'] = recordsOf(raw['fixed_charges']).map((charge) => ({ ...idOf(charge), ...charge }));
  }
  const isEntitled = isRecord(entitlements) && !alike(entitlements, current['entitlements']);
  return { raw, entitled: isEntitled ? { entitlements } : null };
}

/** Charges with their identifiers. A metric that does not exist has none, which the rules of the update refuse. */
async function chargesOf(transaction: TenantTransaction, charges: RawInput[], stored: Charge[]): Promise<Form[]> {
  const codes = charges.map((charge) => String(charge['billable_metric_code']));
  const metrics = await readMetricsByCode(transaction, [...new Set(codes)]);
  const idOf = idsBy(stored, 'billable_metric_code');
  return charges.map((charge, place) => {
    const { billable_metric_code: _, ...fields } = charge;
    return { ...idOf(charge), ...fields, billable_metric_id: metrics.get(codes[place] ?? '')?.id };
  });
}

/** Finds the identifier of a stored charge with the code and the priced object of one in a version; none for a new one. */
function idsBy(stored: ({ svc_id: string; code: string } & object)[], priced: string) {
  const key = (record: RawInput) => JSON.stringify([record['code'], record[priced]]);
  const ids = new Map(stored.map((charge) => [key({ ...charge }), charge.svc_id]));
  return (record: RawInput): { id?: string } => {
    const id = ids.get(key(record));
    return id === undefined ? {} : { id };
  };
}

import type { Message } from '@tollgate/contracts';
import { withoutSignedAddresses, type TenantTransaction } from '@tollgate/platform';
import { changesBetween } from './activity-changes.js';
import { activityKinds, changingKinds, type ActivityKind } from './activity-kinds.js';
import {
  deleteLastSeenObjects,
  insertActivityLogs,
  nameOf,
  readLastSeenObjects,
  writeLastSeenObjects,
  type NewActivityLog,
  type LastSeenObject,
} from './activity-logs.repository.js';

type Shown = Record<string, unknown>;

/** A message and its object, as the API shows it. */
export interface Activity {
  message: Message;
  object: Shown;
}

/** The maximum stored size of an object; an entry omits a larger one. */
const largestObject = 512 * 1024;
/** The number of activities in one batch of statements. */
const storedAtOnce = 200;

export const isActivity = ({ type }: Message): boolean => type in activityKinds;

/** Writes activities into an organization's log, in order (customers, section 15.1). */
export async function recordActivities(transaction: TenantTransaction, activities: Activity[]): Promise<void> {
  for (let first = 0; first < activities.length; first += storedAtOnce)
    await recordBatch(transaction, activities.slice(first, first + storedAtOnce));
}

/** Excludes changes of a pending subscription without a predecessor (customers, section 4.4). */
const isLogged = ({ message, object }: Activity): boolean =>
  message.type !== 'subscription.updated' || object['status'] !== 'pending' || object['previous_plan_code'] !== null;

async function recordBatch(transaction: TenantTransaction, activities: Activity[]): Promise<void> {
  const described = activities.filter(isLogged).map(describe);
  const changing = described.filter(({ entity }) => changingKinds.has(entity.kind));
  const lastSeen = await readLastSeenObjects(
    transaction,
    changing.filter(({ row }) => isChange(row)).map(({ entity }) => entity),
  );
  const fresh = new Map<string, LastSeenObject | null>();
  const rows: NewActivityLog[] = [];
  for (const { row, entity } of described) {
    const name = nameOf(entity);
    const before = lastSeen.get(name);
    const changes = isChange(row) && before ? changesBetween(before, entity.object) : {};
    rows.push({ ...row, activity_object_changes: JSON.stringify(changes) });
    if (!changingKinds.has(entity.kind)) continue;
    lastSeen.set(name, entity.object);
    if (isFinal(entity)) continue;
    fresh.set(name, row.activity_type.endsWith('.deleted') ? null : entity);
  }
  await insertActivityLogs(transaction, rows);
  await writeLastSeenObjects(
    transaction,
    [...fresh.values()].filter((entity) => entity !== null),
  );
  const deletedObjects = described.map(({ entity }) => entity).filter((entity) => fresh.get(nameOf(entity)) === null);
  await deleteLastSeenObjects(transaction, deletedObjects);
}

/** Outbound wallet transactions never change. */
const isFinal = ({ kind, object }: LastSeenObject): boolean =>
  kind === 'WalletTransaction' && object['transaction_type'] === 'outbound';

const isChange = ({ activity_type: type }: Pick<NewActivityLog, 'activity_type'>): boolean => type.endsWith('.updated');

function describe({ message, object: shown }: Activity) {
  // A reader of the log may lack access to the files of the object.
  const object = withoutSignedAddresses(shown) as Shown;
  const { id, type, organization_id, actor, occurred_at, payload } = message;
  const kind = activityKinds[type] as ActivityKind;
  const text = JSON.stringify(object);
  const resourceId = kind.resourceIdOf(payload, object);
  const row: Omit<NewActivityLog, 'activity_object_changes'> = {
    id,
    organization_id,
    activity_type: kind.type ?? type,
    activity_source: sourceOf(actor),
    user_email: actor?.user_email ?? null,
    portal_customer_id: actor?.customer_id ?? null,
    agent: actor?.agent ?? null,
    resource_type: kind.resource,
    resource_id: resourceId,
    external_customer_id: customerOf(kind, object),
    external_subscription_id: kind.resource === 'Subscription' ? textAt(object, 'external_id') : null,
    activity_object: text.length > largestObject ? null : text,
    logged_at: new Date(occurred_at),
  };
  const entity = { kind: kind.object ?? kind.resource, id: textAt(object, 'svc_id') ?? resourceId, object };
  return { row, entity };
}

/** The portal is a page for people, as the console is: the log knows both as `front`. */
const sourceOf = (actor: Message['actor']): NewActivityLog['activity_source'] =>
  actor === undefined ? 'system' : actor.source === 'portal' ? 'front' : actor.source;

const textAt = (object: Shown, field: string): string | null => {
  const value = object[field];
  return typeof value === 'string' ? value : null;
};

/** Finds the customer's external id in the object; null for objects without a customer. */
function customerOf(kind: ActivityKind, object: Shown): string | null {
  if (kind.resource === 'Customer') return textAt(object, 'external_id');
  const inner = (name: string) => (object[name] ?? {}) as Shown;
  return (
    textAt(object, 'external_customer_id') ??
    textAt(inner('customer'), 'external_id') ??
    textAt(inner('wallet'), 'external_customer_id') ??
    textAt(inner('payment'), 'external_customer_id')
  );
}

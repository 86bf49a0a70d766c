import {
  subscriptionAlertTypes,
  type DeviationSnapshot,
  type ForecastSnapshot,
  type SubscriptionAlertType,
  type UsageSnapshot,
} from '@tollgate/contracts';

/** The usage of a subscription, its forecast, or its deviation from the usual. */
export type Measured = UsageSnapshot | ForecastSnapshot | DeviationSnapshot;

/** The watched values of a metric in a snapshot; those that it does not have are absent. */
export type MeasuredMetric = Partial<UsageSnapshot['metrics'][number] & DeviationSnapshot['metrics'][number]>;

/** The amounts of a snapshot; those that it does not have are absent. */
type MeasuredAmounts = Pick<UsageSnapshot, 'subscription_id'> &
  Partial<
    Pick<UsageSnapshot, 'current_usage_amount' | 'lifetime_usage_amount'> & Pick<ForecastSnapshot, 'projected_amount'>
  >;

/** The kind of snapshot that has a value. The latter two follow the usage by up to a minute. */
export type MeasuredAs = 'usage' | 'forecast' | 'deviation';

/** A value that an alert can watch (customers, section 8.1). */
interface WatchedValue {
  of: MeasuredAs;
  /** Undefined if the snapshot does not have the value, such as for a metric that the plan does not charge. */
  read(amounts: MeasuredAmounts, metric: MeasuredMetric | undefined): string | undefined;
  /** Whether the value begins at 0 in each period of the snapshot (customers, section 8.3). */
  endsWithPeriod(metric: MeasuredMetric | undefined): boolean;
  /** Whether only a new highest value of the period crosses thresholds, as a value that goes up and down would repeat them. */
  keepsHighest: boolean;
}

const always = () => true;
const never = () => false;
/** Units of recurring metrics go on. */
const unlessRecurring = (metric: MeasuredMetric | undefined) => metric?.recurring === false;

/** The watched value of each type of alert. */
export const watchedValues: Readonly<Record<SubscriptionAlertType, WatchedValue>> = {
  current_usage_amount: {
    of: 'usage',
    read: (usage) => usage.current_usage_amount,
    endsWithPeriod: always,
    keepsHighest: false,
  },
  billable_metric_current_usage_amount: {
    of: 'usage',
    read: (_, metric) => metric?.amount,
    endsWithPeriod: unlessRecurring,
    keepsHighest: false,
  },
  billable_metric_current_usage_units: {
    of: 'usage',
    read: (_, metric) => metric?.units,
    endsWithPeriod: unlessRecurring,
    keepsHighest: false,
  },
  lifetime_usage_amount: {
    of: 'usage',
    read: (usage) => usage.lifetime_usage_amount,
    endsWithPeriod: never,
    keepsHighest: false,
  },
  billable_metric_lifetime_usage_units: {
    of: 'usage',
    read: (_, metric) => metric?.lifetime_units,
    endsWithPeriod: never,
    keepsHighest: false,
  },
  projected_amount: {
    of: 'forecast',
    read: (forecast) => forecast.projected_amount,
    endsWithPeriod: always,
    keepsHighest: true,
  },
  usage_anomaly: {
    of: 'deviation',
    read: (_, metric) => metric?.deviation_percent,
    endsWithPeriod: always,
    keepsHighest: true,
  },
};

/** The usage of an alert's metric; undefined without one. */
export const metricIn = (measured: Measured, metricId: string | null): MeasuredMetric | undefined =>
  'metrics' in measured ? measured.metrics.find(({ billable_metric_id: id }) => id === metricId) : undefined;

/** The types of alerts whose values some kinds of snapshots have. */
export const alertTypesOf = (kinds: readonly MeasuredAs[]): SubscriptionAlertType[] =>
  subscriptionAlertTypes.filter((type) => kinds.includes(watchedValues[type].of));

/** The number of events of an hour with one error, as its check found them. */
export interface EventErrorHoursTable {
  organization_id: string;
  hour: Date;
  error: string;
  events: number;
}

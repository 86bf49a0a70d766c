/** An hour in which an organization received possibly faulty events. The check deletes the row when it runs. */
export interface EventChecksTable {
  organization_id: string;
  /** Start of the hour, by the organization's clock. */
  hour: Date;
  due_at: Date;
}

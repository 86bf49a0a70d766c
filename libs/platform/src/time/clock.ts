/** Unix milliseconds, UTC. */
export type Instant = number;

/**
 * The only source of time for business logic: the wall clock, or the test clock of a sandbox organization. Identity
 * implements it, because it owns the test clocks.
 */
export abstract class Clock {
  /** The current instant of an organization, in Unix milliseconds. */
  abstract now(organizationId: string): Promise<Instant>;
}

/** `2024-01-05T10:00:00Z`: instants in answers carry no fraction (catalog, section 1.1). */
export const isoSeconds = (at: Date | Instant): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** `2024-01-05T10:00:00.000Z`: starts of subscriptions and timestamps of events carry milliseconds. */
export const isoMilliseconds = (at: Date | Instant): string => new Date(at).toISOString();

/** Like `isoSeconds`, for a nullable value. */
export const isoSecondsOrNull = (at: Date | null): string | null => (at === null ? null : isoSeconds(at));

/** How a call sends CloudEvents by HTTP (metering, section 2.7): one, several, or one in its headers. */
export type CloudEventForm = 'structured' | 'batch' | 'binary';

/** The form of the CloudEvents that a call sends; null for other calls. */
export function cloudEventForm(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): CloudEventForm | null {
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase();
  if (type === 'application/cloudevents+json') return 'structured';
  if (type === 'application/cloudevents-batch+json') return 'batch';
  return headers['ce-specversion'] === undefined ? null : 'binary';
}

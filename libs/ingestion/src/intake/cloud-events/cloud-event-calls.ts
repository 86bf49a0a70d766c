import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type CloudEventForm, type FieldErrors, hintsOf, type RawInput } from '@tollgate/contracts';
import { answerTo, BadRequest, type Logger, ValidationFailed, type ApiRequest } from '@tollgate/platform';
import { namedByAttributes, readCloudEvents } from './cloud-events.js';

/**
 * Stores the CloudEvents of a call, all or none; one that was stored before counts as stored, because senders repeat a
 * call without an answer (metering, section 2.7).
 * @throws ValidationFailed with the errors by attribute, in a batch by place; BadRequest for a body of another shape
 */
export async function storeCloudEvents(
  { form, headers, body }: { form: CloudEventForm; headers: ApiRequest['headers']; body: unknown },
  store: (events: RawInput[]) => Promise<Record<string, FieldErrors | string> | null>,
): Promise<void> {
  const read = readCloudEvents(form, headers, body);
  if (read === null)
    throw new BadRequest(form === 'batch' ? 'the body is no list of CloudEvents' : 'the body is no CloudEvent');
  const named = (errors: Record<string, FieldErrors | string>) =>
    new ValidationFailed(form === 'batch' ? errors : (errors[0] ?? errors));
  const unread = read.flatMap((one, place) => ('errors' in one ? [[place, one.errors] as const] : []));
  if (unread.length > 0) throw named(Object.fromEntries(unread));
  const refused = await store(read.flatMap((one) => ('event' in one ? [one.event] : [])));
  if (refused === null) return;
  const attributes = Object.entries(refused).map(([place, errors]) => [
    place,
    typeof errors === 'string' ? errors : namedByAttributes(errors),
  ]);
  throw named(Object.fromEntries(attributes) as typeof refused);
}

/** Answers a refused call as problem details (RFC 9457), which the clients of CloudEvents read. */
export function answerProblem(error: unknown, reply: FastifyReply, logger: Logger): void {
  const { body, headers, ...refused } = answerTo(error, logger);
  const status = refused.status === 422 ? 400 : refused.status;
  const { error_details: details, code, error: reason } = body;
  const hints = hintsOf(details);
  void reply
    .status(status)
    .headers(headers)
    .type('application/problem+json')
    .send({
      ...body,
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: details === undefined ? String(code ?? reason) : JSON.stringify(details),
      ...(Object.keys(hints).length > 0 ? { hints } : {}),
    });
}

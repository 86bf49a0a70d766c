import { namesOf as namesOfResource } from '../resource/names.mjs';

/**
 * The spellings of a type of webhooks.
 * @param name object and event, as in `payment_request.expired`
 * @param key of the payload
 */
export function namesOf({ name, producer, key }) {
  const [object, event] = name.split('.');
  const { one, files, camel } = namesOfResource({ name: object.replaceAll('_', '-'), service: producer });
  return {
    type: name,
    object,
    one,
    camel,
    producer,
    file: files,
    specFile: name.replaceAll(/[._]/g, '-'),
    event: event.replaceAll('_', ' '),
    key: key ?? object,
    table: `${producer.replace(/-(.)/g, (_, letter) => letter.toUpperCase())}Messages`,
  };
}

import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { described } from '../http/texts.js';

/** The fields of a subscription that its customer ended in the portal (customers, section 3.5). */
export const endByCustomer = {
  ending_requested_at: described(
    timestamp().nullable(),
    'When its customer ended it in the portal; null unless it did',
  ),
  ending_reason: described(
    z.string().nullable(),
    'Why its customer ended it, in its own words; null without a reason',
    'We have finished the project',
  ),
};

/** True-up fees and what they make up for. */
export const minimums = `
  alter table invoicing.fees
    add column true_up_fee_id uuid,
    add column true_up_parent_fee_id uuid;`;

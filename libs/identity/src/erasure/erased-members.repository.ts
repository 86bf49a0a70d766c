import { sql } from 'kysely';
import type { RunningErasure, TenantTransaction, Transaction } from '@tollgate/platform';

/** Whether a person is or was a member of another organization, or is an operator. */
export async function hasOtherMembership(
  transaction: Transaction,
  userId: string,
  organizationId: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_elsewhere: boolean }>`
    select exists (select from identity.memberships where user_id = ${userId} and organization_id <> ${organizationId})
      or exists (select from identity.users where id = ${userId} and is_operator) as is_elsewhere
  `.execute(transaction);
  return rows[0]?.is_elsewhere ?? false;
}

/** Removes a person from an organization, which keeps no name of the account. @returns the number of rows */
export async function leave(transaction: TenantTransaction, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.memberships where organization_id = ${transaction.organizationId} and user_id = ${userId}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes invitations of an address to the organization, and mails to it. @returns the number of rows */
export async function deleteAddress(transaction: TenantTransaction, address: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with invites as (
      delete from identity.invites
      where organization_id = ${transaction.organizationId} and lower(email) = lower(${address}) returning 1
    ), mails as (
      delete from identity.mails
      where organization_id = ${transaction.organizationId} and lower(recipient) = lower(${address}) returning 1
    )
    select ((select count(*) from invites) + (select count(*) from mails))::int as count
  `.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Blanks an account that no other organization knows, with its proofs of identity and sessions. @returns the number of rows */
export async function blankAccount(transaction: Transaction, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with account as (
      update identity.users set email = ${`erased_${userId}`}, name = null, email_verified_at = null
      where id = ${userId} returning 1
    ), codes as (
      delete from identity.recovery_codes where user_id = ${userId} returning 1
    ), resets as (
      delete from identity.password_resets where user_id = ${userId} returning 1
    ), sessions as (
      delete from identity.sessions where user_id = ${userId} returning 1
    ), subjects as (
      delete from identity.open_id_subjects where user_id = ${userId} returning 1
    ), links as (
      delete from identity.open_id_links where user_id = ${userId} returning 1
    ), credentials as (
      delete from identity.credentials where id = ${userId} returning 1
    )
    select ((select count(*) from account) + (select count(*) from codes) + (select count(*) from resets)
      + (select count(*) from sessions) + (select count(*) from subjects) + (select count(*) from links)
      + (select count(*) from credentials))::int as count
  `.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Blanks the address of a person in the security log: events, times and kinds stay. @returns the number of rows */
export async function blankSecurityLog(transaction: TenantTransaction, { facts }: RunningErasure): Promise<number> {
  const { numAffectedRows } = await sql`
    update identity.security_logs
    set user_email = case when lower(user_email) = lower(${facts.identifier}) then null else user_email end,
      resources = case when position(lower(${facts.identifier}) in lower(resources::text)) > 0 then '{}' else resources end,
      device_info = case when lower(user_email) = lower(${facts.identifier}) then '{}' else device_info end
    where organization_id = ${transaction.organizationId}
      and (lower(user_email) = lower(${facts.identifier})
        or position(lower(${facts.identifier}) in lower(resources::text)) > 0)
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  isBlank,
  normalizeEmail,
  type Meta,
  type PortalPerson,
  type PortalPersonCreate,
  type PortalPersonFilters,
  type PortalPersonUpdate,
} from '@tollgate/contracts';
import {
  Clock,
  isId,
  newId,
  NotFound,
  ValidationFailed,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { customersByIds, lockCustomer, type CustomerRow } from '../../model/customers/customers.repository.js';
import {
  deletePortalPerson,
  findPortalPerson,
  firstPortalPeople,
  insertPortalPerson,
  listPortalPeople,
  updatePortalPerson,
  type PortalPersonRow,
} from '../../model/customers/portal-people.repository.js';
import { revokeSessionsOfPerson } from '../../model/customers/portal-sessions.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { existingCustomer } from '../resource/customers.service.js';
import { presentPerson } from './portal-person.presenter.js';

/** People that a customer may have. */
const mostPeople = 100;
/** Most of them who receive documents: each mail has all of their addresses. */
const mostRecipients = 10;

/** The customer of a call: the organization names it, and the portal knows it. */
export type CustomerOfPeople = { organizationId: string } & ({ externalId: string } | { customerId: string });

/** People of customers in the portal (customers, section 3.8). */
@Injectable()
export class PortalPeopleService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, ValidationFailed for an address that a person of the customer has, and for too many people */
  async create(owner: CustomerOfPeople, input: PortalPersonCreate): Promise<PortalPerson> {
    const email = normalizeEmail(input.email);
    return this.change(owner, async (transaction, customer, now) => {
      const people = await firstPortalPeople(transaction, customer.id, mostPeople);
      if (people.some((person) => person.email === email))
        throw new ValidationFailed({ email: ['value_already_exist'] });
      if (people.length >= mostPeople) throw new ValidationFailed({ base: ['too_many_portal_people'] });
      const receivesDocuments = input.receives_documents ?? false;
      if (receivesDocuments) refuseTooManyRecipients(people);
      const row: PortalPersonRow = {
        id: newId(),
        organization_id: owner.organizationId,
        customer_id: customer.id,
        email,
        name: nameOf(input.name),
        role: input.role,
        receives_documents: receivesDocuments,
        created_at: new Date(now),
        updated_at: new Date(now),
      };
      await insertPortalPerson(transaction, row);
      const person = presentPerson(row, customer.external_id);
      const payload = { ...payloadOf(person), locale: customer.document_locale };
      await transaction.append('portal_person.created', row.id, payload, now);
      return person;
    });
  }

  /** @throws NotFound */
  async list(
    owner: CustomerOfPeople,
    filters: PortalPersonFilters,
  ): Promise<{ portal_people: PortalPerson[]; meta: Meta }> {
    return this.database.tenant(owner.organizationId, async (transaction) => {
      const customer = await customerOf(transaction, owner);
      const { rows, meta } = await listPortalPeople(transaction, customer.id, filters);
      return { portal_people: rows.map((row) => presentPerson(row, customer.external_id)), meta };
    });
  }

  /** @throws NotFound */
  async read(owner: CustomerOfPeople, id: string): Promise<PortalPerson> {
    return this.database.tenant(owner.organizationId, async (transaction) => {
      const customer = await customerOf(transaction, owner);
      return presentPerson(await existingPerson(transaction, customer, id), customer.external_id);
    });
  }

  /**
   * Changes the submitted fields. A new role ends the open sessions of the person.
   * @throws NotFound, ValidationFailed for too many people who receive documents
   */
  async update(owner: CustomerOfPeople, id: string, input: PortalPersonUpdate): Promise<PortalPerson> {
    return this.change(owner, async (transaction, customer, now) => {
      const stored = await existingPerson(transaction, customer, id);
      const changed = {
        name: input.name === undefined ? stored.name : nameOf(input.name),
        role: input.role ?? stored.role,
        receives_documents: input.receives_documents ?? stored.receives_documents,
      };
      if (isDeepStrictEqual({ ...stored, ...changed }, stored)) return presentPerson(stored, customer.external_id);
      if (changed.receives_documents && !stored.receives_documents)
        refuseTooManyRecipients(await firstPortalPeople(transaction, customer.id, mostPeople));
      const row = await updatePortalPerson(transaction, id, { ...changed, updated_at: new Date(now) });
      if (row.role !== stored.role) await revokeSessionsOfPerson(transaction, id, now);
      const person = presentPerson(row, customer.external_id);
      await transaction.append('portal_person.updated', id, payloadOf(person), now);
      return person;
    });
  }

  /** Deletes a person, and ends its open sessions. @throws NotFound */
  async remove(owner: CustomerOfPeople, id: string): Promise<PortalPerson> {
    return this.change(owner, async (transaction, customer, now) => {
      const person = presentPerson(await existingPerson(transaction, customer, id), customer.external_id);
      await deletePortalPerson(transaction, id);
      await revokeSessionsOfPerson(transaction, id, now);
      await transaction.append('portal_person.deleted', id, payloadOf(person), now);
      return person;
    });
  }

  /** Changes of one customer's people run one after the other, and no session opens beside them. */
  private async change(
    owner: CustomerOfPeople,
    work: (transaction: TenantTransaction, customer: CustomerRow, now: Instant) => Promise<PortalPerson>,
  ): Promise<PortalPerson> {
    const now = await this.clock.now(owner.organizationId);
    return this.database.tenant(owner.organizationId, async (transaction) => {
      const { external_id: externalId } = await customerOf(transaction, owner);
      await lockCustomer(transaction, externalId);
      return work(transaction, await customerOf(transaction, owner), now);
    });
  }
}

const nameOf = (name: string | null | undefined): string | null => (isBlank(name) ? null : (name as string).trim());

/** @throws ValidationFailed if no further person may receive documents */
function refuseTooManyRecipients(people: PortalPersonRow[]): void {
  if (people.filter((person) => person.receives_documents).length >= mostRecipients)
    throw new ValidationFailed({ receives_documents: ['too_many_recipients'] });
}

const payloadOf = (person: PortalPerson) => ({
  portal_person_id: person.svc_id,
  customer_id: person.svc_customer_id,
  portal_person: person,
});

/** @throws NotFound */
async function customerOf(transaction: TenantTransaction, owner: CustomerOfPeople): Promise<CustomerRow> {
  if ('externalId' in owner) return existingCustomer(transaction, owner.externalId);
  const [customer] = await customersByIds(transaction, [owner.customerId]);
  if (!customer || customer.deleted_at !== null) throw new NotFound('customer');
  return customer;
}

/** @throws NotFound */
async function existingPerson(
  transaction: TenantTransaction,
  { id: customerId }: CustomerRow,
  id: string,
): Promise<PortalPersonRow> {
  const person = isId(id) ? await findPortalPerson(transaction, { customerId, id }) : undefined;
  if (!person) throw new NotFound('portal_person');
  return person;
}

import { Injectable } from '@nestjs/common';
import {
  InvoiceCustomSectionSelection,
  isBlank,
  mandatoryCurrency,
  OneOffFee,
  type IssuedInvoice,
  type OneOffInvoiceCreate,
  type RawInput,
} from '@tollgate/contracts';
import {
  findBillingEntity,
  readAddOns,
  readKnownTaxes,
  readTaxesOfBillingEntity,
  type AddOnView,
  type BillingEntityView,
} from '@tollgate/catalog/reader';
import {
  Clock,
  NotFound,
  ValidationFailed,
  type Repetition,
  type TenantTransaction,
  type Instant,
  readRawInput,
} from '@tollgate/platform';
import {
  findCustomerView,
  CustomerCurrencies,
  hasAssignedCurrency,
  isPaymentMethod,
  knownMethods,
  PaymentMethods,
  paymentMethodOf,
  type CustomerView,
  type CurrencyAssignment,
  type SectionSelection,
} from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentIssued } from '../invoices/invoice.presenter.js';
import { writeInvoice } from '../../issuing/invoice-writing/invoice.writer.js';
import { noCredits } from '../../issuing/prepaid-credits/credit-taking.js';
import { answerable } from '../../model/errors/failure.rules.js';
import { lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { oneOffLine } from './one-off-lines.js';

interface Made {
  invoice: IssuedInvoice;
  /** For a customer without a currency. */
  assignment?: CurrencyAssignment;
}

/** One-off sales without a subscription (invoices, section 10). */
@Injectable()
export class OneOffInvoicesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly currencies: CustomerCurrencies,
    private readonly paymentMethods: PaymentMethods,
  ) {}

  /**
   * Issues an invoice of add-ons. Its message assigns the invoice's currency to a customer without one; a command
   * assigns it at once if possible.
   * @param repetition the key under which the caller may repeat the call
   * @throws NotFound, ValidationFailed, in the order of the reference
   */
  async create(organizationId: string, input: OneOffInvoiceCreate, repetition?: Repetition): Promise<IssuedInvoice> {
    const now = await this.clock.now(organizationId);
    const { invoice, assignment } = await answerable(
      this.database.createOnce(organizationId, repetition, (transaction) => this.issue(transaction, input, now)),
    );
    if (assignment) await this.currencies.assignNow(organizationId, assignment, now);
    return invoice;
  }

  private async issue(transaction: TenantTransaction, input: OneOffInvoiceCreate, now: Instant): Promise<Made> {
    const customer = await findCustomerView(transaction, input.external_customer_id ?? '');
    if (!customer) throw new NotFound('customer');
    const addOns = await soldAddOns(transaction, input.fees ?? []);
    await this.refuseUnknownMethod(transaction, input.payment_method, customer);
    const billingEntity = await issuerOf(transaction, input, customer);
    const currency = currencyOf(input, customer);
    const fees = (input.fees ?? []).map(readFee);
    const payer = {
      customer,
      entityTaxes: await readTaxesOfBillingEntity(transaction, customer.billingEntity.id),
      taxesByCode: await readKnownTaxes(
        transaction,
        fees.flatMap((fee) => fee.tax_codes ?? []),
      ),
      currency,
      now,
    };
    const sections = selectionOf(input);
    const lines = fees.map((fee) => oneOffLine(addOns.get(fee.add_on_code ?? '') as AddOnView, fee, payer));
    const id = await writeInvoice(transaction, {
      type: 'one_off',
      purchaseOrderNumber: input.purchase_order_number || null,
      skipsProvider: input.skip_psp === true,
      ...(input.payment_method ? { paymentMethod: paymentMethodOf(input.payment_method) } : {}),
      organizationId: transaction.organizationId,
      customer,
      billingEntity,
      subscriptions: [],
      ...(sections ? { customSections: sections } : {}),
      currency,
      lines,
      credits: noCredits,
      at: now,
      now,
    });
    const row = (await lockInvoice(transaction, id)) as InvoiceRow;
    const invoice = await presentIssued(transaction, row, now);
    if (hasAssignedCurrency(customer)) return { invoice };
    await transaction.append(
      'invoice.gave_currency',
      customer.id,
      { customer_id: customer.id, invoice_id: id, currency },
      now,
    );
    return { invoice, assignment: { customerId: customer.id, currency, key: id } };
  }

  /** Refuses payment methods of other customers (webhooks, section 14). @throws ValidationFailed */
  private async refuseUnknownMethod(
    transaction: TenantTransaction,
    raw: RawInput | undefined,
    customer: CustomerView,
  ): Promise<void> {
    const methods = await knownMethods(this.paymentMethods, transaction, [raw], customer.id);
    if (!isPaymentMethod(raw, methods)) throw new ValidationFailed({ payment_method: ['invalid_payment_method'] });
  }
}

/** Reads the sold add-ons, by code. @throws NotFound `fees_not_found`, `add_on_not_found` */
async function soldAddOns(
  transaction: TenantTransaction,
  fees: Record<string, unknown>[],
): Promise<Map<string, AddOnView>> {
  if (fees.length === 0) throw new NotFound('fees');
  const codes = [...new Set(fees.map((fee) => String(fee['add_on_code'] ?? '')))];
  const addOns = await readAddOns(transaction, { codes });
  const byCode = new Map(addOns.map((addOn) => [addOn.code, addOn]));
  if (codes.some((code) => !byCode.has(code))) throw new NotFound('add_on');
  return byCode;
}

/** @throws NotFound `billing_entity_not_found` */
async function issuerOf(
  transaction: TenantTransaction,
  { billing_entity_code: code }: OneOffInvoiceCreate,
  customer: CustomerView,
): Promise<BillingEntityView> {
  if (isBlank(code)) return customer.billingEntity;
  const entity = await findBillingEntity(transaction, code as string);
  if (!entity) throw new NotFound('billing_entity');
  return entity;
}

/** @throws ValidationFailed */
function currencyOf({ currency }: OneOffInvoiceCreate, customer: CustomerView): string {
  if (isBlank(currency) && customer.currency !== null) return customer.currency;
  if (isBlank(currency)) throw new ValidationFailed({ currency: ['value_is_mandatory'] });
  const parsed = mandatoryCurrency().safeParse(currency);
  if (!parsed.success) throw new ValidationFailed({ currency: ['value_is_invalid'] });
  return parsed.data;
}

/** @throws ValidationFailed */
function selectionOf({ invoice_custom_section: raw }: OneOffInvoiceCreate): SectionSelection | null {
  if (!raw) return null;
  const { skip_invoice_custom_sections: skip, invoice_custom_section_codes: codes } = readRawInput(
    InvoiceCustomSectionSelection,
    raw,
  );
  return { skip, codes };
}

/** @throws ValidationFailed */
function readFee(raw: RawInput): OneOffFee {
  return readRawInput(OneOffFee, raw);
}

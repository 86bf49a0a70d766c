import { Controller, Param } from '@nestjs/common';
import {
  PortalInvoice,
  portalInvoiceStatuses,
  portalRoutes as routes,
  shownFields,
  SinglePortalInvoice,
  type Invoice,
} from '@tollgate/contracts';
import {
  Call,
  CurrentCustomer,
  NotFound,
  Query,
  type AnswerOf,
  type CallingCustomer,
  type QueryOf,
} from '@tollgate/platform';
import { InvoicesService } from './invoices.service.js';

type Issued<I extends Pick<Invoice, 'status'>> = I & Pick<PortalInvoice, 'status'>;

/** The issued invoices that customers see in the portal (customers, section 3). */
@Controller()
export class PortalInvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Call(routes.invoices)
  async list(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Query() { status, ...filters }: QueryOf<typeof routes.invoices>,
  ): Promise<AnswerOf<typeof routes.invoices>> {
    const statuses = status ? [status] : [...portalInvoiceStatuses];
    const { invoices, meta } = await this.invoices.list(organizationId, { ...filters, statuses }, { id: customerId });
    return { invoices: invoices.filter(isIssued).map((invoice) => shownFields(PortalInvoice, invoice)), meta };
  }

  @Call(routes.invoice)
  async read(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.invoice>> {
    const invoice = await this.invoices.read(organizationId, id);
    if (invoice.customer.svc_id !== customerId || !isIssued(invoice)) throw new NotFound('invoice');
    return { invoice: shownFields(SinglePortalInvoice, invoice) };
  }
}

const isIssued = <I extends Pick<Invoice, 'status'>>(invoice: I): invoice is Issued<I> =>
  (portalInvoiceStatuses as readonly string[]).includes(invoice.status);

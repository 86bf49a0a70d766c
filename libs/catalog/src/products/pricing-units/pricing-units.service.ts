import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PricingUnitCreate, readBody, type CommandAnswer, type CommandRequest } from '@tollgate/contracts';
import { brokenUniqueIndex, CommandBus } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { insertPricingUnit } from './pricing-units.repository.js';

/** Units that charges are priced in. The API cannot create them: operators do (charges, section 8). */
@Injectable()
export class PricingUnitsService implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('catalog', 'pricing_unit.create', (request, key) => this.create(request, key));
  }

  private async create(
    {
      organization_id: organizationId,
      pricing_unit_id: id,
      given: raw,
      created_at: at,
    }: CommandRequest<'pricing_unit.create'>,
    key: string,
  ): Promise<CommandAnswer<'pricing_unit.create'>> {
    const read = readBody(PricingUnitCreate, raw);
    if ('errors' in read) return { errors: read.errors };
    const { name, code, short_name, description } = read.input;
    try {
      return await this.database.answerOnce(organizationId, key, async (transaction) => {
        await insertPricingUnit(transaction, {
          id,
          organization_id: organizationId,
          name,
          code,
          short_name,
          description: description ?? null,
          created_at: new Date(at),
        });
        return { errors: null };
      });
    } catch (error) {
      if (brokenUniqueIndex(error) === 'pricing_units_organization_id_code_key')
        return { errors: { code: ['value_already_exist'] } };
      throw error;
    }
  }
}

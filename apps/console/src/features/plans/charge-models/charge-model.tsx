import type { ComponentType } from 'react';
import type { Charge, ChargeModelName, FixedCharge } from '../../../api/records.js';
import { DynamicPrice } from './dynamic.js';
import { GraduatedPercentagePrice } from './graduated-percentage.js';
import { GraduatedPrice } from './graduated.js';
import { PackagePrice } from './package.js';
import { PercentagePrice } from './percentage.js';
import type { PriceProps, Unit } from './price-props.js';
import { StandardPrice } from './standard.js';
import { VolumePrice } from './volume.js';

const prices: { readonly [Model in ChargeModelName]: ComponentType<PriceProps<Model>> } = {
  standard: StandardPrice,
  graduated: GraduatedPrice,
  package: PackagePrice,
  percentage: PercentagePrice,
  volume: VolumePrice,
  graduated_percentage: GraduatedPercentagePrice,
  dynamic: DynamicPrice,
};

interface Props {
  model: ChargeModelName;
  properties: Charge['properties'] | FixedCharge['properties'];
  unit: Unit;
  label: string;
}

/**
 * The price of a model in words, and for ranges as a table. The interface answers the properties of the model.
 * @param label the charge, for readers of the table
 */
export function ChargeModel({ model, properties, unit, label }: Props) {
  const Price = prices[model] as ComponentType<Omit<Props, 'model'>>;
  return <Price properties={properties} unit={unit} label={label} />;
}

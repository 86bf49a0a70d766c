import type { components } from '../../api/schema.js';
import type { SettingsSection } from '../settings/issuer/section.js';

export type Entity = components['schemas']['SingleBillingEntity'];
export type Change = components['schemas']['BillingEntityUpdate'];
/** A part of the settings of a billing entity. */
export type EntitySection = SettingsSection<Entity, Change>;

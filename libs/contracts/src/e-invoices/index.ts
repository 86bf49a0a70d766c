export { isReasonOf, reasonCodes, withdrawnCurrencies } from './code-lists.js';
export { isAddressScheme, isWellFormed } from './identifiers.js';
export { commonOf, electronicAddressSetting, filled, issuerParty, type IssuerFields } from './issuer-party.js';
export { missingIssuerFields } from './missing-issuer-fields.js';
export type { Identifier, TradeParty, VatCategory, VatReason } from './parties.js';
export { buyerFaults, nationalProfile, sellerFaults, type PartyFault } from './party-faults.js';
export { electronicAddressOf, formatsFor, profiles } from './profiles.js';
export type { Formats, Profile, ProfileName, Specification } from './profiles.js';

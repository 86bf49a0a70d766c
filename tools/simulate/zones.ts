// Time zones of random lives: from -11 to +14 hours, with and without summer time, also with half-hour offsets.

export const zones = [
  'UTC',
  'UTC',
  'Europe/Paris',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Tongatapu',
  'Pacific/Apia',
  'Pacific/Fakaofo',
  'Pacific/Pago_Pago',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Adelaide',
  'America/Santiago',
  'Africa/Cairo',
  'Atlantic/Azores',
  'Asia/Tokyo',
];

export * from './organizations.js';
export * from './taxes.js';
export * from './test-clocks.js';
